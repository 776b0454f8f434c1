// SPDX-License-Identifier: MIT

extension DefinitionTag {
    /// The member of a type that a definition belongs to.
    ///
    /// Two members are equal if their types and the source locations of their definitions are.
    /// Names do not count, because overloads have one name. For a member identified by its name,
    /// the column is none.
    public struct Member: Hashable, Sendable {
        private final class Storage: Sendable {
            let type: TypeName
            let identity: UInt
            let name: String
            let function: String
            let site: SourceSite
            /// The column, and above its bits a number that tells apart members at one location.
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

        /// Creates a member.
        ///
        /// - Parameters:
        ///   - name: The name of the member.
        ///   - function: The compiler's name, if it is different.
        ///   - type: The type that it is a member of.
        ///   - identity: Tells the type from others of its name.
        ///   - site: The source location of the definition.
        ///   - column: The column, from 1, and from the bit ``columnBits`` on a number that tells
        ///     apart members at one location. Other values identify the member by its name.
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

        /// The member's substitute.
        package var substitute: Member { with(isSubstitute: true) }

        fileprivate func with(isSubstitute: Bool) -> Member {
            Member(
                Storage(type, identity, name, function, site, place, isSubstitute: isSubstitute)
            )
        }

        /// The type that declares the member.
        public var type: TypeName { storage.type }

        /// The name, such as `api` or `make(id:)`.
        public var name: String { storage.name }

        /// The source location of the definition.
        public var site: SourceSite { storage.site }

        /// The column of the definition.
        public var column: Int { place > 0 ? place & (1 << Self.columnBits - 1) : place }

        /// The column, and the number that tells apart members at one location.
        package var place: Int { storage.place }

        /// The number of bits of a column.
        package static var columnBits: Int { 24 }

        /// The compiler's name, which differs from a name that was given to the member.
        package var function: String { storage.function }

        package var identity: UInt { storage.identity }

        package var isSubstitute: Bool { storage.isSubstitute }

        /// Whether the member is identified by its name.
        package var isNamed: Bool { place <= 0 }

        /// Compares the types and the source locations, or the names of members identified by name.
        public static func == (lhs: Member, rhs: Member) -> Bool {
            if lhs.storage === rhs.storage { return true }
            guard lhs.identity == rhs.identity, lhs.place == rhs.place,
                lhs.isSubstitute == rhs.isSubstitute, lhs.type == rhs.type
            else { return false }
            return lhs.isNamed ? lhs.name == rhs.name : lhs.site == rhs.site
        }

        /// Hashes the parts that identify a member.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(identity)
            if isNamed { hasher.combine(name) } else { hasher.combine(site.line) }
            hasher.combine(place)
            hasher.combine(isSubstitute)
        }
    }
}

extension DefinitionTag {
    /// The tag of the member itself, if this is the tag of its substitute.
    package var withoutSubstitution: DefinitionTag {
        guard case .member(let member) = self, member.isSubstitute else { return self }
        return .member(member.with(isSubstitute: false))
    }
}

extension DefinitionTag {
    /// Whether this is the tag of a member.
    package var isMember: Bool {
        if case .member = self { true } else { false }
    }
}

extension DefinitionTag.Member: CustomStringConvertible {
    /// The type and the member, such as `Services.api`.
    public var description: String { "\(type).\(name)" }
}
