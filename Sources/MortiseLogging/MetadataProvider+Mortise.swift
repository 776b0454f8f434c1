// SPDX-License-Identifier: MIT

#if Observability
public import Logging
import Mortise

extension Logger.MetadataProvider {
    /// Gives lines the number of the scope that they are written in, as `mortise.scope.id`.
    ///
    /// ```swift
    /// LoggingSystem.bootstrap(StreamLogHandler.standardOutput, metadataProvider: .mortise)
    /// ```
    ///
    /// It is the number that ``Mortise/Container/logEvents(to:level:failureLevel:slowerThan:addingCurrentMetadata:)``
    /// writes with the events of the scope. The scope is `Container.current`: so lines have it in
    /// methods of controllers, in bodies and in disposers of requests, and wherever
    /// `Container.withCurrent` binds a scope. They have none elsewhere, if nobody observed the container
    /// that the scope was opened from, and after the scope has ended.
    ///
    /// It is asked for each line that is written, and takes the lock of the scope for a moment.
    public static var mortise: Logger.MetadataProvider {
        Logger.MetadataProvider {
            guard let number = Container.currentIfAny?.scopeNumber else { return [:] }
            return ["mortise.scope.id": "\(number)"]
        }
    }
}
#endif
