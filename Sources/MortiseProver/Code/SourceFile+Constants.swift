// SPDX-License-Identifier: MIT

extension SourceFile {
    /// The file with nothing but the values of constants: what is read of a package that cannot name
    /// containers.
    ///
    /// Its functions are as if they had not been read: what they are given may be used at any time. The
    /// only ones that stay give the values of computed constants.
    package var constants: SourceFile {
        var constants = self
        let getters = Set(variables.filter(\.isConstant).compactMap(\.getter))
        constants.functions = functions.filter { getters.contains($0.usr) }
        constants.variables = variables.map { $0.isConstant ? $0 : $0.unread }
        // Other types are made by initializers.
        constants.types = types.filter { $0.kind == .enumeration }
        constants.topLevel = []
        return constants
    }
}

extension Variable {
    /// Whether it exists without an instance, and is not assigned.
    fileprivate var isConstant: Bool {
        (owner == nil || isStatic) && !isMutable && setter == nil && !isTopLevel && !isLazy
            && attributes.isEmpty
    }

    /// The variable as one whose accessors are not read.
    fileprivate var unread: Variable {
        Variable(
            usr: usr,
            name: name,
            owner: owner,
            type: type,
            initialValue: nil,
            getter: "get of \(usr)",
            setter: isMutable || setter != nil ? "set of \(usr)" : nil,
            observers: [],
            isTopLevel: false,
            isStatic: isStatic,
            isWeak: isWeak,
            isMutable: false,
            isPublic: isPublic,
            attributes: [],
            place: place
        )
    }
}
