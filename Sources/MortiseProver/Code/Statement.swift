// SPDX-License-Identifier: MIT

/// A statement or a declaration inside a body.
package indirect enum Statement: Sendable {
    /// An expression that runs for its effects.
    case expression(Expression)

    /// `let` and `var`: a pattern and its initial value.
    case variable(Pattern, Expression?)

    /// A local function.
    case function(Function)

    /// A local variable that is computed whenever it is read.
    case computed(getter: Function, setter: Function?)

    /// `if`, with an `else` that is empty if there is none.
    case branch([Condition], then: [Statement], else: [Statement])

    /// `guard`: the body runs if a condition does not hold, and leaves.
    case unless([Condition], [Statement])

    /// `switch`.
    case choose(Expression, [Case])

    /// `for … in`.
    case each(Pattern, in: Expression, [Statement])

    /// `while` and `repeat`.
    case loop([Condition], [Statement], runsFirst: Bool)

    /// `do` with its `catch` clauses, or none.
    case attempt([Statement], [Case])

    /// `defer`.
    case deferred([Statement])

    /// `return`.
    case leave(Expression?)

    /// `throw`.
    case fail(Expression)

    /// `break`, `continue` and `fallthrough`. The compiler does not print which label is meant.
    case jump(Jump, isLabelled: Bool)

    /// A local variable that was declared before is `weak`: it may become `nil` at any time.
    case weak(String)

    /// `then`, or a branch that gives the value of ``Expression/Kind/statement(_:)``.
    case give(Expression)

    /// A kind that this reader does not know, by its name, with the parts that run.
    case unsupported(String, [Expression], Place)
}

extension Statement {
    /// Where control goes from a statement that jumps.
    package enum Jump: Sendable { case leave, next, fallThrough }

    /// A condition of `if`, `guard` and `while`.
    package indirect enum Condition: Sendable {
        /// A truth value.
        case holds(Expression)

        /// `let`, `var` and `case` patterns that must match.
        case matches(Pattern, Expression)

        /// `#available`.
        case available
    }

    /// A clause of `switch` or `catch`.
    package struct Case: Sendable {
        /// The patterns of which one must match.
        ///
        /// None for `default`.
        package let patterns: [Pattern]

        /// The `where` clause of each pattern, if it has one.
        package let restrictions: [Expression?]

        /// What runs.
        package let body: [Statement]

        package init(
            _ patterns: [Pattern],
            where restrictions: [Expression?] = [],
            _ body: [Statement]
        ) {
            self.patterns = patterns
            self.restrictions = restrictions
            self.body = body
        }

        /// Whether a `where` restricts it.
        package var isRestricted: Bool { restrictions.contains { $0 != nil } }
    }
}

/// A pattern.
package indirect enum Pattern: Sendable {
    /// A variable.
    case name(String)

    /// `_`.
    case any

    /// A tuple.
    case tuple([Pattern])

    /// `x?`, and `if let`.
    case some(Pattern)

    /// A case of an enumeration, by its name, with a pattern for its payload.
    ///
    /// The compiler names no USR here.
    case enumCase(String, of: SwiftType, Pattern?)

    /// A value that must be equal.
    case value(Expression)

    /// A type that the value must have.
    case type(SwiftType, Pattern?)

    /// `true` or `false`.
    case boolean(Bool)
}
