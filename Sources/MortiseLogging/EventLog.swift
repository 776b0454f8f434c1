// SPDX-License-Identifier: MIT

#if Observability
import Logging
import Mortise
import MortiseEvents
import MortiseGraph

/// Writes events to a logger.
struct EventLog: Sendable {
    let logger: Logger
    let level: Logger.Level
    let failureLevel: Logger.Level
    let limit: Duration
    let addsCurrentMetadata: Bool
    private let failures = NewFailures()

    init(
        logger: Logger,
        level: Logger.Level,
        failureLevel: Logger.Level,
        limit: Duration,
        addsCurrentMetadata: Bool
    ) {
        self.logger = logger
        self.level = level
        self.failureLevel = failureLevel
        self.limit = limit
        self.addsCurrentMetadata = addsCurrentMetadata
    }

    func receive(_ event: ResolutionEvent) {
        switch event.kind {
        case .made(let duration):
            guard duration >= limit else { return }
            let verb = event.isDecorator ? "decorated" : "built"
            write(
                event,
                "made",
                level,
                "\(verb) \(event.named)\(event.purpose) in \(duration.spelled)",
                duration
            )
        case .waited(let duration):
            guard duration >= limit else { return }
            let who = event.requester.map { "\($0) " } ?? ""
            write(
                event,
                "waited",
                level,
                "\(who)waited \(duration.spelled) for \(event.named)",
                duration
            )
        case .failed(let error): writeFailure(event, error)
        case .closeFailed(let error):
            write(
                event,
                "close-failed",
                failureLevel,
                "could not dispose of \(event.named): \(ErrorWords(error).summary)",
                error: error
            )
        case .nothingToReplace:
            write(event, "nothing-to-replace", .warning, "nothing to replace: \(event.named)")
        case .dropped: write(event, "dropped", .trace, "dropped \(event.named)")
        case .disposed: write(event, "disposed", .trace, "disposed of \(event.named)")
        case .scopeOpened:
            write(event, "scope-opened", .trace, "opened the scope \(event.scopeName)")
        case .scopeClosed(let duration):
            write(
                event,
                "scope-closed",
                .trace,
                "closed the scope \(event.scopeName) after \(duration.spelled)",
                duration
            )
        default: break
        }
    }

    private func writeFailure(_ event: ResolutionEvent, _ error: any Error) {
        guard failures.isNews(error, of: event) else { return }
        let words = ErrorWords(error)
        write(
            event,
            "failed",
            words.isCancellation ? level : failureLevel,
            "could not build \(event.named)\(event.purpose): \(words.summary)",
            error: error
        )
    }

    private func write(
        _ event: ResolutionEvent,
        _ name: String,
        _ level: Logger.Level,
        _ message: @autoclosure () -> Logger.Message,
        _ duration: Duration? = nil,
        error: (any Error)? = nil
    ) {
        guard logger.logLevel <= level else { return }
        Listening.once {
            logger.log(
                level: level,
                message(),
                error: error,
                metadata: metadata(of: event, name, duration, error),
                source: "Mortise"
            )
        }
    }

    private func metadata(
        of event: ResolutionEvent,
        _ name: String,
        _ duration: Duration?,
        _ error: (any Error)?
    ) -> Logger.Metadata {
        var metadata = addsCurrentMetadata ? Logger.current.ownMetadata : [:]
        metadata["mortise.event"] = "\(name)"
        switch event.kind {
        case .scopeOpened, .scopeClosed:
            metadata["mortise.scope"] = "\(event.scopeName)"
        default:
            let key = event.key
            metadata["mortise.type"] = "\(key.type)"
            metadata["mortise.tag"] = key.tag.map { "\($0)" }
            metadata["mortise.lifetime"] = "\(event.lifetime)"
            metadata["mortise.build"] = event.number.map { "\($0)" }
            metadata["mortise.parent"] = event.parent.map { "\($0)" }
            metadata["mortise.requester"] = event.requester.map { "\($0)" }
            if event.isDecorator { metadata["mortise.decorator"] = "true" }
        }
        if let number = event.scopeNumber { metadata["mortise.scope.id"] = "\(number)" }
        metadata["mortise.site"] = event.site.map { "\($0)" }
        metadata["mortise.duration.ns"] = duration.map { "\($0.nanoseconds)" }
        metadata["mortise.error.code"] = error.map { "\(ErrorWords($0).code)" }
        return metadata
    }
}

extension ResolutionEvent {
    fileprivate var named: String { "\(key) (\(lifetime))" }

    fileprivate var purpose: String { requester.map { " for \($0)" } ?? "" }
}

extension Logger {
    /// What it adds to each of its lines.
    fileprivate var ownMetadata: Metadata {
        guard let provided = metadataProvider?.get() else { return handler.metadata }
        return handler.metadata.merging(provided) { _, provided in provided }
    }
}
#endif
