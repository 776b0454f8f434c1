// SPDX-License-Identifier: MIT

import CMortiseThread
import MortiseGraph

/// Where a property is declared, for the message of a trap.
@usableFromInline struct PropertyDeclaration {
    private let file: StaticString
    // Beside the tail of `file`, where it takes no further word.
    private let line: UInt32
    /// The name of the type that declares it, or of the function.
    private let owner: UnsafePointer<UInt8>

    @usableFromInline init(_ file: StaticString, _ line: UInt32, _ function: StaticString) {
        self.file = file
        self.line = line
        owner = function.utf8Start
    }

    /// The place of the declaration, as a definition records it.
    var place: (file: UnsafePointer<UInt8>, line: UInt32) { (file.utf8Start, line) }

    /// Stops the program because the property could not be resolved.
    func fail(_ wrapper: Any.Type, _ error: any Error) -> Never {
        trap("\(subject(wrapper)) could not be resolved\n\(error)")
    }

    /// Stops the program because the property was read before it was filled.
    func failUnfilled(_ wrapper: Any.Type, of type: Any.Type) -> Never {
        trap(
            """
            \(subject(wrapper)), of type \(TypeName(of: type)), was read before it was injected. Have \
            its owner made by a container, or adopt(_:) it; read the property in a step or later, not \
            in the initializer.
            """
        )
    }

    private func trap(_ message: String) -> Never {
        fatalError(message, file: file, line: UInt(line))
    }

    /// The property and its owner, as far as they are known.
    private func subject(_ wrapper: Any.Type) -> String {
        let owner = String(cString: owner)
        if owner.hasSuffix(")") { return "A property made in \(owner)" }
        let name = label(of: wrapper, in: owner).map { "The property \($0)" }
        return "\(name ?? "A property") of \(owner)"
    }

    /// The name of the only property of its owner that has this type.
    ///
    /// Only types that are not inside another one can be found by their name.
    private func label(of wrapper: Any.Type, in owner: String) -> String? {
        guard let module = String(describing: file).split(separator: "/").first else { return nil }
        let mangled = "\(module.utf8.count)\(module)\(owner.utf8.count)\(owner)"
        let found = ["C", "V"].lazy.compactMap { _typeByName(mangled + $0) }.first
        guard let found else { return nil }
        let label = mortise_field_name(
            unsafeBitCast(found, to: UnsafeRawPointer.self),
            unsafeBitCast(wrapper, to: UnsafeRawPointer.self)
        )
        return label.map { String(cString: $0).withoutWrapper }
    }
}

// @unchecked: points to a literal, which never changes.
extension PropertyDeclaration: @unchecked Sendable {}
