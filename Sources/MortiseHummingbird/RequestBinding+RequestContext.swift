// SPDX-License-Identifier: MIT

#if Hummingbird
import Hummingbird
import Logging
import Mortise
import MortiseRequests

extension RequestBinding {
    /// Takes over what the running task has bound.
    ///
    /// - Parameters:
    ///   - requestContext: The context, whose logger is bound where none of the request is.
    ///   - container: The scope, if it was opened.
    init(of requestContext: some RequestContext, _ container: Container?) {
        // Hummingbird binds it, but not in tests without sockets.
        let current = Logger.current
        let isBound = if case .some = current[metadataKey: "hb.request.id"] { true } else { false }
        self.init(isBound ? current : requestContext.logger, isLoggerBound: isBound, container)
    }
}
#endif
