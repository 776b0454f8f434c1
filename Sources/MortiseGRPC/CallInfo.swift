// SPDX-License-Identifier: MIT

#if GRPC
public import GRPCCore

/// What is known of a call before its messages come: the input of its scope.
///
/// ```swift
/// let app = Container {
///     $0.expects(CallInfo.self, in: "request")
///     $0.register(.scoped("request")) { (call: CallInfo) in AuditTrail(method: call.method) }
/// }
/// ```
public struct CallInfo: Sendable {
    /// What the server knows of the call: method, peers, and the handle that tells of cancellation.
    public let context: ServerContext

    /// The metadata that the client has sent.
    public let metadata: Metadata

    /// Describes a call.
    ///
    /// ``CallScopeInterceptor`` does that; tests may.
    ///
    /// - Parameters:
    ///   - context: What the server knows of the call.
    ///   - metadata: The metadata that the client has sent.
    public init(context: ServerContext, metadata: Metadata) {
        self.context = context
        self.metadata = metadata
    }

    /// The method that is called.
    public var method: MethodDescriptor { context.descriptor }

    /// The client, as the transport describes it, such as `ipv4:127.0.0.1:31415`.
    public var remotePeer: String { context.remotePeer }
}
#endif
