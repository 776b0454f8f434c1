// SPDX-License-Identifier: MIT

/// The pieces of code that may run at any time, and what they can do with containers: by what happened
/// first, that they escaped, or that the container was made.
///
/// All times are of one clock. Where ways meet, each keeps the access that it has on one of them.
struct Accesses {
    /// What a piece of code that may run at any time can do with a container.
    enum Access {
        /// The container was made after it escaped.
        case none
        /// It runs only after the container was asked for something.
        case onceAsked
        case always
    }

    /// When pieces escaped last, by number.
    private var escaped: [Int: Int] = [:]
    /// When pieces escaped last that run for requests of a container only, by number.
    private var onceAsked: [Int: [Origin: Int]] = [:]
    /// When containers were made which no other code could have.
    private var made: [Origin: Int] = [:]
    /// When any code may have got at whatever there was.
    private var shared = 0

    /// Changes with each change.
    private var version = 0

    /// Lets pieces of code run from here on, with whatever there is now.
    ///
    /// - Parameters:
    ///   - numbers: Their numbers.
    ///   - container: The container for whose requests they run, if they run for nothing else.
    mutating func release(_ numbers: some Sequence<Int>, whenAsked container: Origin? = nil) {
        version = State.next()
        for number in numbers {
            if let container {
                onceAsked[number, default: [:]][container] = version
            } else {
                escaped[number] = version
            }
        }
    }

    /// Notes that a container is made that is none of those which other code may have.
    mutating func noteNew(_ container: Origin) {
        version = State.next()
        made[container] = version
    }

    /// Notes that any code may have a container: it is one of several, or was made elsewhere.
    mutating func share(_ container: Origin) {
        guard made[container] != 0 else { return }
        version = State.next()
        made[container] = 0
    }

    /// Notes that any code may get at what there is.
    mutating func share() {
        version = State.next()
        shared = version
    }

    /// Whether a piece of code may run from here on.
    func mayRun(_ number: Int) -> Bool { escaped[number] != nil || onceAsked[number] != nil }

    /// What a piece of code may do with a container from here on.
    func access(of number: Int, to container: Origin) -> Access {
        guard mayRun(number) else { return .none }
        guard let made = made[container], made > shared else { return .always }
        if let time = escaped[number], time > made { return .always }
        guard let times = onceAsked[number] else { return .none }
        if times.contains(where: { $0.key != container && $0.value > made }) { return .always }
        return (times[container] ?? 0) > made ? .onceAsked : .none
    }

    /// Joins what holds on another way that leads here, too.
    mutating func join(_ other: Accesses) {
        guard version != other.version else { return }
        version = State.next()
        escaped.merge(other.escaped, uniquingKeysWith: max)
        onceAsked.merge(other.onceAsked) { $0.merging($1, uniquingKeysWith: max) }
        made.merge(other.made, uniquingKeysWith: min)
        shared = max(shared, other.shared)
    }
}
