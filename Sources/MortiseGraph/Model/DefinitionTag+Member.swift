// SPDX-License-Identifier: MIT

extension DefinitionTag {
    /// Which member of which type a definition is.
    ///
    /// Two are the same if the type is, and the place where the member says how it is made. What
    /// they are called does not matter: overloads have one name. Where it is the name that matters,
    /// the column is none.
    public struct Member: Hashable, Sendable {
        private final class Storage: Sendable {
            let type: TypeName
            let identity: UInt
            let name: String
            let function: String
            let site: SourceSite
            /// The column; above it what else tells it from others of its place.
            let place: Int
            let isSubstitute: Bool

            init(
                _ type: TypeName,
                _ identity: UInt,
                _ name: String,
                _ function: String,
                _ site: SourceSite,
                _ place: Int,
                isSubstitute: Bool
            ) {
                self.type = type
                self.identity = identity
                self.name = name
                self.function = function
                self.site = site
                self.place = place
                self.isSubstitute = isSubstitute
            }
        }

        // One word, so that tags stay small.
        private let storage: Storage

        /// Names a member.
        ///
        /// - Parameters:
        ///   - name: What it is called.
        ///   - function: What the compiler calls it, if that is something else.
        ///   - type: The type that it is a member of.
        ///   - identity: What tells the type from others of its name.
        ///   - site: Where it says how it is made.
        ///   - column: Where in the line, from 1, and from the bit ``columnBits`` on what else tells it from
        ///     others of its place. Otherwise it is what it is called that tells it from others.
        package init(
            _ name: String,
            function: String? = nil,
            of type: TypeName,
            identity: UInt,
            site: SourceSite,
            column: Int
        ) {
            storage = Storage(
                type,
                identity,
                name,
                function ?? name,
                site,
                column,
                isSubstitute: false
            )
        }

        private init(_ storage: Storage) { self.storage = storage }

        /// What is made in its place.
        package var substitute: Member { with(isSubstitute: true) }

        fileprivate func with(isSubstitute: Bool) -> Member {
            Member(
                Storage(type, identity, name, function, site, place, isSubstitute: isSubstitute)
            )
        }

        /// The type that it is a member of.
        public var type: TypeName { storage.type }

        /// What it is called, such as `api` or `make(id:)`.
        public var name: String { storage.name }

        /// Where it says how it is made.
        public var site: SourceSite { storage.site }

        /// Where in the line.
        public var column: Int { place > 0 ? place & (1 << Self.columnBits - 1) : place }

        /// The column, and what else tells it from others of its place.
        package var place: Int { storage.place }

        /// How many bits a column has.
        package static var columnBits: Int { 24 }

        /// What the compiler calls it: other than its name if that was given to it.
        package var function: String { storage.function }

        package var identity: UInt { storage.identity }

        package var isSubstitute: Bool { storage.isSubstitute }

        /// Whether it is its name that tells it from others.
        package var isNamed: Bool { place <= 0 }

        /// Whether both are the same place in the same type.
        public static func == (lhs: Member, rhs: Member) -> Bool {
            if lhs.storage === rhs.storage { return true }
            guard lhs.identity == rhs.identity, lhs.place == rhs.place,
                lhs.isSubstitute == rhs.isSubstitute, lhs.type == rhs.type
            else { return false }
            return lhs.isNamed ? lhs.name == rhs.name : lhs.site == rhs.site
        }

        /// Feeds what tells a member from others to a hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(identity)
            if isNamed { hasher.combine(name) } else { hasher.combine(site.line) }
            hasher.combine(place)
            hasher.combine(isSubstitute)
        }
    }
}

extension DefinitionTag {
    /// The tag of a member itself, if this is that of what takes its place.
    package var withoutSubstitution: DefinitionTag {
        guard case .member(let member) = self, member.isSubstitute else { return self }
        return .member(member.with(isSubstitute: false))
    }
}

extension DefinitionTag {
    /// Whether it is that of a member.
    package var isMember: Bool {
        if case .member = self { true } else { false }
    }
}

extension DefinitionTag.Member: CustomStringConvertible {
    /// The type and the member, such as `Services.api`.
    public var description: String { "\(type).\(name)" }
}
