// SPDX-License-Identifier: MIT

import MortiseGraph

/// What is known of a member of an assembly that defines something.
struct AssemblyMember {
    /// What it does with its object.
    enum Role { case makes, adopts, standsFor }

    /// By which names the rest of a graph may get its object.
    enum Key: Hashable {
        case exact(String)
        /// A text that begins so, and goes on with what is only known at run time.
        case beginning(String)

        /// Whether it may be a name.
        func mayBe(_ name: Key) -> Bool {
            switch (self, name) {
            case (.exact(let one), .exact(let other)): one == other
            case (.exact(let one), .beginning(let other)): one.hasPrefix(other)
            case (.beginning(let one), .exact(let other)): other.hasPrefix(one)
            case (.beginning(let one), .beginning(let other)):
                one.hasPrefix(other) || other.hasPrefix(one)
            }
        }
    }

    var role: Role
    let assembly: SwiftType
    let name: String
    /// The type of what is made, adopted or looked for.
    let object: SwiftType
    /// Whether others may have it while it is completed: it is an object, not a value.
    let isObject: Bool
    /// Whether it may need another instance of itself, with other arguments or another key.
    var mayMakeOthers: Bool
    var lane = Lane.synchronous
    /// The types of the arguments that tell its instances apart; `nil` if they are not known.
    var arguments: [SwiftType]? = []
    /// The outermost container of the one that is asked, which has its definition.
    let root: Origin
    var keys: Set<Key> = []
    /// What completes it.
    var steps: Set<Value> = []
    /// Why it is not known what it gives.
    var gap: Gap?
    /// Whether what it makes is of another type than what it gives, for certain.
    var isOfOtherType = false

    /// Whether it may give its object the name under which another member looks for one.
    func mayBring(_ other: AssemblyMember) -> Bool {
        assembly == other.assembly && role != .standsFor
            && keys.contains { one in other.keys.contains(where: one.mayBe) }
    }
}
