// SPDX-License-Identifier: MIT

import MortiseGraph

// The key of an object in a vocabulary whose assemblies are classes: the place of the member in the
// source, or the name that it goes by.

/// The source location of a class member.
@usableFromInline package struct ClassMember: Sendable, CustomStringConvertible {
    @usableFromInline let assembly: Any.Type
    @usableFromInline let function: StaticString
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt32
    @usableFromInline let column: UInt32

    @_alwaysEmitIntoClient @inline(__always) package init(
        of assembly: Any.Type,
        _ function: StaticString,
        _ file: StaticString,
        _ line: UInt32,
        _ column: UInt32
    ) {
        self.assembly = assembly
        self.function = function
        self.file = file
        self.line = line
        self.column = column
    }

    /// The location.
    @usableFromInline package var description: String {
        "\(assembly).\(function) at \(file):\(line)"
    }

    @_alwaysEmitIntoClient @inline(__always)
    func key(_ type: Any.Type, throwing failure: Any.Type) -> MemberKey {
        MemberKey(type, of: assembly, throwing: failure, file, line, column)
    }

    /// The site of a member; its arguments, if it has any, do not tell instances apart.
    @_alwaysEmitIntoClient @inline(__always)
    func site(_ key: MemberKey) -> MemberSite {
        MemberSite(key, of: assembly, function, file, line, column, telling: Telling.nothing)
    }

    /// The site of a member whose instances go by names.
    func site(_ name: String, _ lifetime: EngineLifetime, throwing failure: Any.Type) -> MemberSite
    {
        // Another scope, or no name, makes it another definition. The column has a byte for it, which is
        // enough for scopes without a name.
        assert(lifetime.name == nil)
        let column =
            column | (UInt32(lifetime.number) + 1) << UInt32(DefinitionTag.Member.columnBits)
        return MemberSite(
            MemberKey(Any.self, of: assembly, throwing: failure, file, line, column),
            of: assembly,
            function,
            file,
            line,
            column,
            telling: .name(ArgumentValues([name]))
        )
    }
}

extension MemberSite {
    /// The lifetime that the column encodes, for a member whose instances go by names.
    var scopeOfNames: EngineLifetime {
        EngineLifetime(column >> UInt32(DefinitionTag.Member.columnBits) &- 1)
    }
}
