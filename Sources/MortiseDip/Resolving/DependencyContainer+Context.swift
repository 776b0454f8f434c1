// SPDX-License-Identifier: MIT

import Mortise

extension DependencyContainer {
    /// What is being resolved, and for whom (D-78).
    public struct Context: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
        /// What was asked for: the type, the type of the run-time arguments, and the tag, also where that
        /// falls back (D-23).
        ///
        /// Of what is auto-wired nobody passes arguments: their type is `Void`.
        public let key: DefinitionKey
        /// The type that it is injected into; `nil` for the outermost request.
        public let injectedInType: Any.Type?
        /// The property that it is injected into, as reflection calls it: `"_x"` for `@Injected var x`;
        /// `nil` if it is not for one.
        public let injectedInProperty: String?

        /// The type that was asked for.
        public var resolvingType: Any.Type { key.type }
        /// The tag that it was asked for with, also where that falls back (D-23).
        public var tag: Tag? { key.tag }

        /// What is resolved, and for whom.
        public var description: String {
            let tag = tag.map { " with tag \($0)" } ?? ""
            let owner = injectedInType.map { " for \($0)" } ?? ""
            let property = injectedInProperty.map { ".\($0)" } ?? ""
            return "\(resolvingType)\(tag)\(owner)\(property)"
        }

        /// Everything that it knows.
        public var debugDescription: String {
            let owner = injectedInType.map { "\($0)" } ?? "nil"
            let property = injectedInProperty ?? "nil"
            return "Context(key: \(key), injectedInType: \(owner), injectedInProperty: \(property))"
        }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// What is being resolved on this thread; `nil` outside a resolve (D-78).
    ///
    /// Costs nothing unless somebody asks for it.
    public var context: Context! {
        Container.context.map { context in
            Context(
                key: DefinitionKey(
                    type: context.requestedType,
                    typeOfArguments: context.argumentsType,
                    tag: Tag(context.tag)
                ),
                injectedInType: context.injectedInType,
                injectedInProperty: context.injectedInLabel
            )
        }
    }
}
