// SPDX-License-Identifier: MIT

import Mortise

extension DependencyContainer {
    /// The current request and its requester.
    public struct Context: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
        /// The requested type, the type of the run-time arguments, and the tag, even where that falls back.
        ///
        /// Auto-wiring passes no arguments: their type is `Void` then.
        public let key: DefinitionKey
        /// The type that the instance is injected into; `nil` for the outermost request.
        public let injectedInType: Any.Type?
        /// The property that is injected, by its name in reflection: `"_x"` for `@Injected var x`; `nil` for
        /// no property.
        public let injectedInProperty: String?

        /// The requested type.
        public var resolvingType: Any.Type { key.type }
        /// The requested tag, even where it falls back.
        public var tag: Tag? { key.tag }

        /// The request and its requester.
        public var description: String {
            let tag = tag.map { " with tag \($0)" } ?? ""
            let owner = injectedInType.map { " for \($0)" } ?? ""
            let property = injectedInProperty.map { ".\($0)" } ?? ""
            return "\(resolvingType)\(tag)\(owner)\(property)"
        }

        /// All stored values.
        public var debugDescription: String {
            let owner = injectedInType.map { "\($0)" } ?? "nil"
            let property = injectedInProperty ?? "nil"
            return "Context(key: \(key), injectedInType: \(owner), injectedInProperty: \(property))"
        }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The current request on this thread; `nil` outside a resolve.
    ///
    /// Costs nothing unless it is read.
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
