// SPDX-License-Identifier: MIT

import Mortise

extension DependencyContainer {
    /// The version of Dip whose rules a container follows where code means two things without a word.
    public enum Rules: Hashable, Sendable {
        /// Dip 7's rules, the default: definitions without a scope are `.shared`, and blocks run after the
        /// injected properties.
        case dip7
        /// Dip 4's rules: definitions without a scope are `.unique`, which Dip 4 called `.Prototype`, and
        /// blocks run before the injected properties.
        case dip4
    }

    /// The rules of containers that are created without their own; ``Rules/dip7`` at first.
    ///
    /// It belongs to the whole program, and may be set from any thread. Set it before the program creates its
    /// first container: containers that exist keep their rules.
    public static var defaultRules: Rules {
        get { standard.withLock { $0 } }
        set { standard.withLock { $0 = newValue } }
    }

    /// The rules that the container follows.
    public var rules: Rules { home.rules }

    /// The scope of a definition that names none.
    @usableFromInline var defaultScope: ComponentScope {
        switch rules {
        case .dip7: .shared
        case .dip4: .unique
        }
    }
}

private let standard = Locked(DependencyContainer.Rules.dip7)
