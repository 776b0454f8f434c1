// SPDX-License-Identifier: MIT

// What is declared is the same in every lane: see the declarations of the main actor.

extension AsyncContainer {
    /// Declares an input: a value that is brought from outside, such as a user at login.
    ///
    /// Works like ``Container/expects(_:in:tag:file:line:)``.
    ///
    /// - Parameters:
    ///   - type: The type of the input, or an optional type if it may be left out.
    ///   - name: The name of the scope that gets the input.
    ///   - tag: Distinguishes several inputs of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    public func expects<T>(
        _ type: T.Type,
        in name: ScopeName? = nil,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) { container.expects(type, in: name, tag: tag, file: file, line: line) }

    /// Declares that collections of a type may be empty.
    ///
    /// Works like ``Container/declaresCollection(of:file:line:)``.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    public func declaresCollection<T>(
        of type: T.Type,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) { container.declaresCollection(of: type, file: file, line: line) }
}
