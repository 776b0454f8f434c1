// SPDX-License-Identifier: MIT

import Mortise

extension Assembly {
    /// Has something else made in place of what a member makes, each time it is asked for (E-20, E-21).
    ///
    /// Seen in all assemblies of this class in this context, whichever thread asks. Objects that were
    /// made before survive, and come back when it is removed. A name that no member has, or none that was
    /// evaluated by then, is reported when the next graph is built:
    /// ``DIContext/onUnmatchedSubstitution(_:)``.
    ///
    /// - Parameters:
    ///   - definitionKey: The member as the compiler calls it, such as `theObject` or `make(id:)`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - substitutionClosure: Makes an object, which must be of the member's type. Runs each time, on
    ///     whichever thread asks; may ask for other members (E-23).
    public func addSubstitution<SubstitutionType>(
        for definitionKey: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        with substitutionClosure: @escaping () -> SubstitutionType
    ) {
        // The vocabulary was written before closures said whether they may leave their thread: this
        // one runs wherever its member is asked for, as it always did.
        nonisolated(unsafe) let make = substitutionClosure
        requireContext().container.substitute(
            definitionKey,
            of: type(of: self),
            file,
            line
        ) { make() }
    }

    /// Lets a member make again what it says.
    ///
    /// - Parameter definitionKey: The member. Does nothing if nothing is substituted for it.
    public func removeSubstitution(for definitionKey: String) {
        requireContext().container.removeSubstitute(definitionKey, of: type(of: self))
    }
}
