// SPDX-License-Identifier: MIT

import MortiseGraph

/// What opens a scope for each request of a server, when it is first asked for.
struct RequestOpening: Hashable {
    /// What stands for all of these scopes.
    let scopes: Origin
    /// The container that they are opened from.
    let source: Origin
    let name: String
    /// What provides the inputs, if the request itself is not provided.
    let configure: Value?
    let input: SwiftType
    let place: Place
}

/// Something that the scope of some request is asked for.
struct ScopedRequest: Hashable {
    /// What stands for the scopes.
    let scopes: Origin
    let need: Need
    let place: Place
    let isCaught: Bool
    let caller: Place?
}

extension Origin {
    /// Stands for the scope of the request that is being answered, whichever it is.
    ///
    /// What is asked of it is asked of each scope that is opened for requests. Nothing else is known.
    static let hummingbirdRequests = Origin(place: Place(file: -1, start: 0, end: 0), path: -1)
    static let grpcRequests = Origin(place: Place(file: -1, start: 1, end: 1), path: -1)

    var isOfRequests: Bool { place.file == -1 }
}

extension Machine {
    // MARK: - What opens scopes

    /// Lets scopes be opened from here on.
    func openRequests(_ call: MortiseCall, _ scopes: Origin, _ input: String) -> Value {
        let name = call.value("scope").map { scopeName($0) } ?? "request"
        guard case .container(let source, _)? = call.values.first ?? nil, let name else {
            loseRequests(Gap(reason: "where scopes of requests are opened", place: call.place))
            return unknown(call)
        }
        var configure = call.value("providing")
        if case Value.none? = configure { configure = nil }
        let opening = RequestOpening(
            scopes: scopes,
            source: source,
            name: name,
            configure: configure,
            input: SwiftType(input),
            place: call.place
        )
        release(.opening(opening))
        return .unknown
    }

    /// Opens a scope, and asks it for all that handlers may ask the scope of a request for.
    func open(_ opening: RequestOpening) {
        let origin = makeContainer(
            opening.name,
            .scope(opening.name),
            sources: [opening.source],
            at: opening.place
        )
        let scope = Value.container(origin, .synchronous)
        if let configure = opening.configure {
            _ = invoke(configure, [scope, .unknown, .unknown], at: opening.place)
        } else {
            let kind = Definition.Kind.input(.provided)
            let input = Definition(
                kind,
                opening.input,
                tag: nil,
                .unique,
                .synchronous,
                at: opening.place
            )
            add(memory.definition(input), to: origin)
        }
        guard state != nil else { return }
        round.openings.append(
            Opening(
                place: opening.place,
                container: origin,
                world: world(of: origin),
                isCaught: false
            )
        )
        addOwn(to: origin, opening.name, at: opening.place)
        round.opened.insert(opening.scopes)
        var gap = previous.requestGap ?? round.requestGap
        let isKept = round.properties.merging(previous.properties) { joined($0, $1) }
            .contains { $0.value.holds(origin) }
        if isHeld(origin) || isKept {
            let reason = "the scope of a request is kept where it is opened"
            gap = gap ?? Gap(reason: reason, place: opening.place)
        }
        if let gap { change(origin) { $0.lose(nil, gap) } }
        let requests = previous.scoped.union(round.scoped).filter { $0.scopes == opening.scopes }
        let here = (frame.isExpectedToFail, frame.caller)
        defer { (frame.isExpectedToFail, frame.caller) = here }
        for request in requests.sorted(by: {
            ($0.place, "\($0.need)") < ($1.place, "\($1.need)")
        }) {
            (frame.isExpectedToFail, frame.caller) = (request.isCaught, request.caller)
            note(request.need, of: origin, in: world(of: origin), at: request.place)
        }
    }

    /// Notes that the scopes of requests may have more or less than what is known.
    func loseRequests(_ gap: Gap) {
        guard state != nil, round.requestGap == nil else { return }
        round.requestGap = gap
    }

    // MARK: - What asks them

    /// A member of the scope of a request.
    func requestScope(_ call: MortiseCall, _ scopes: Origin) -> Value? {
        // The request may have none, or providing its inputs may fail.
        fail()
        switch call.name {
        case "container": return .container(scopes, .synchronous)
        case "async": return .container(scopes, .asynchronous)
        case "main": return .container(scopes, .main)
        case "with":
            frame.current.append(.container(scopes, .synchronous))
            defer { frame.current.removeLast() }
            return askRequest(call, scopes, .asynchronous)
        default: return askRequest(call, scopes, .synchronous)
        }
    }

    /// A member of the container that the scope of a request is.
    func askRequest(_ call: MortiseCall, _ scopes: Origin, _ lane: Lane) -> Value {
        let isOne = call.labels.first != "dynamically" && call.labels.dropFirst().first != "_"
        switch call.name {
        case "async": return .container(scopes, .asynchronous)
        case "main": return .container(scopes, .main)
        case "resolve" where isOne, "resolveAll" where isOne, "with":
            if let need = need(call, lane) {
                giveUpMaking("it asks the scope of a request", at: call.place)
                note(need, ofRequests: scopes, at: call.place)
            }
            fail()
            guard call.name == "with", let body = call.closure else { return .unknown }
            return invoke(body, [.unknown], at: call.place)
        default:
            let reason = "the scope of a request: \(call.owner).\(call.name) is not read"
            loseRequests(Gap(reason: reason, place: call.place))
            if call.name.hasPrefix("resolve") { leaveUnread(call.place, reason) }
            return unknown(call.with(of: .unknown))
        }
    }

    /// Notes what the scope of a request is asked for.
    private func note(_ need: Need, ofRequests scopes: Origin, at place: Place) {
        guard state != nil else { return }
        guard previous.opened.contains(scopes) || round.opened.contains(scopes) else {
            return leaveUnread(place, "no code that opens scopes of requests was read")
        }
        round.scoped.insert(
            ScopedRequest(
                scopes: scopes,
                need: need,
                place: place,
                isCaught: frame.isCaught,
                caller: frame.caller
            )
        )
    }

    /// A route: the controller is resolved for each request, and its method runs in the scope.
    func route(_ call: MortiseCall) -> Value? {
        guard let action = call.value("to"), let type = call.generic(0, depth: 1) else {
            return nil
        }
        let controller = type.substituting(frame.substitutions)
        if controller.isKnownAtRunTime {
            let need = Need(type: controller, lane: .asynchronous)
            note(need, ofRequests: .hummingbirdRequests, at: call.place)
        } else {
            leaveUnread(call.place, "the type is only known at run time")
        }
        release(.handler(action, at: call.place))
        return .unknown
    }

    /// Calls a method of a controller, whose current container is the scope.
    func answerRequest(_ method: Value, at place: Place) {
        frame.current = [.container(.hummingbirdRequests, .synchronous)]
        let bound = invoke(method, [.unknown], at: place)
        guard state != nil else { return }
        escape(
            invoke(bound, [.unknown, .unknown], at: place),
            "it is an answer to a request",
            at: place
        )
    }
}
