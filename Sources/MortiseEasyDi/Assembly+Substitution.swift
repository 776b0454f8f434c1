// SPDX-License-Identifier: MIT

import Mortise

extension Assembly {
    /// Replaces the objects of a member, on each use of it.
    ///
    /// It applies to all assemblies of this class in this context, on all threads. Existing objects survive,
    /// and return when the substitution is removed. A name that matches no member evaluated so far is
    /// reported when the next graph is built: ``DIContext/onUnmatchedSubstitution(_:)``.
    ///
    /// - Parameters:
    ///   - definitionKey: The member's name in the compiler, such as `theObject` or `make(id:)`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - substitutionClosure: Makes an object, which must be of the member's type. Runs each time, on the
    ///     calling thread; may use other members.
    public func addSubstitution<SubstitutionType>(
        for definitionKey: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        with substitutionClosure: @escaping () -> SubstitutionType
    ) {
        // EasyDi is older than `@Sendable`: the closure runs on any thread, as it does there.
        nonisolated(unsafe) let make = substitutionClosure
        requireContext().container.substitute(
            definitionKey,
            of: type(of: self),
            file,
            line
        ) { make() }
    }

    /// Removes the substitution of a member.
    ///
    /// - Parameter definitionKey: The member. Nothing happens if it is not substituted.
    public func removeSubstitution(for definitionKey: String) {
        requireContext().container.removeSubstitute(definitionKey, of: type(of: self))
    }
}
