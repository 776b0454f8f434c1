// SPDX-License-Identifier: MIT

#if Hummingbird
import Hummingbird
import Logging
import MortiseRequests

extension RequestBinding {
    /// Takes over what the running task has bound.
    ///
    /// - Parameters:
    ///   - requestContext: The context, whose logger is bound where none of the request is.
    ///   - scope: The scope.
    init(of requestContext: some RequestContext, _ scope: OpenableScope) {
        // Hummingbird binds it, but not in tests without sockets.
        let current = Logger.current
        let isBound = if case .some = current[metadataKey: "hb.request.id"] { true } else { false }
        self.init(isBound ? current : requestContext.logger, scope)
    }
}
#endif
