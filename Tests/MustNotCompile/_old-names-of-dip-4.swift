// SPDX-License-Identifier: MIT

// What else of Dip 4 has another name now: each compiles, and the compiler says what to write.

import MortiseDip

func register(in container: DependencyContainer) {
    let definition = container.register(.Unique) { 1 }  // fix-it: unique
    container.register(.Shared) { "a" }  // fix-it: shared
    container.register(.EagerSingleton) { 2.5 }  // fix-it: eagerSingleton
    container.register(.WeakSingleton) { [1] }  // fix-it: weakSingleton
    container.register(definition, forTag: "tag")  // fix-it: tag
    container.remove(definition, forTag: "tag")  // fix-it: tag
    container.remove(definition, forTag: nil)  // fix-it: tag
    // warns: 'register(tag:_:_:_:factory:)' is deprecated: write register(scope, tag: tag) { … }
    container.register(tag: "tag", ComponentScope.unique) { 1 }
    // warns: 'register(tag:_:_:_:factory:)' is deprecated: write register(scope, tag: tag) { … }
    container.register(tag: "tag", ComponentScope.unique) { (n: Int) in "\(n)" }
    // warns: write register(scope: scope, type: T.self, tag: tag, factory: factory, numberOfArguments: count
    container.registerFactory(
        scope: .shared,
        factory: { (n: Int) in "\(n)" },
        numberOfArguments: 1,
        autoWiringFactory: { container, tag in "\(try container.resolve(tag: tag) as Int)" }
    )
}

func look(at key: DefinitionKey) -> [Any?] {
    [
        key.protocolType,  // fix-it: type
        key.associatedTag,  // fix-it: tag
    ]
}

func set(_ property: Injected<Int>, _ other: InjectedWeak<AnyObject>) -> [Any] {
    [
        // warns: write property.value = …
        property.setValue(1),
        // warns: write property.value = …
        other.setValue(nil),
    ]
}

func fail(_ key: DefinitionKey) -> [DipError] {
    [
        .DefinitionNotFound(key: key),  // fix-it: definitionNotFound
        .AutoInjectionFailed(  // fix-it: autoInjectionFailed
            label: nil,
            type: Int.self,
            underlyingError: CancellationError()
        ),
        .AmbiguousDefinitions(type: Int.self, definitions: []),  // fix-it: ambiguousDefinitions
    ]
}
