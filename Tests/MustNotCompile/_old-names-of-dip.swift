// SPDX-License-Identifier: MIT

// What Dip 4.3 wrote compiles, and where one word takes the place of another the compiler offers it.

import MortiseDip

func register(in container: DependencyContainer) {
    container.register(.Prototype) { 1 }  // fix-it: unique
    container.register(.ObjectGraph) { "a" }  // fix-it: shared
    let definition = container.register(.Singleton) { 2.5 }  // fix-it: singleton
    definition.resolveDependencies { _, _ in }  // fix-it: resolvingProperties
    _ = AssemblyDefinitionOf { (_, _: Void) in 1 }
        .resolveDependencies { _, _ in }  // fix-it: resolvingProperties
    // No word takes the place of another here.
    container.register(tag: "tag", ComponentScope.unique) { 1 }
    DependencyContainer.uiContainer = container
    let stored: DefinitionOf<Double, () throws -> Double> = definition
    stored.resolvingProperties { _, _ in }
}

func resolve(_ container: DependencyContainer) throws -> [Int] {
    [
        try container.resolve(withArguments: 1),  // fix-it: arguments
        try container.resolve(withArguments: 1, 2),  // fix-it: arguments
        try container.resolve(withArguments: 1, 2, 3),  // fix-it: arguments
        try container.resolve(withArguments: 1, 2, 3, 4),  // fix-it: arguments
        try container.resolve(withArguments: 1, 2, 3, 4, 5),  // fix-it: arguments
        try container.resolve(withArguments: 1, 2, 3, 4, 5, 6),  // fix-it: arguments
        try container.resolve(tag: "tag", withArguments: 1),  // fix-it: arguments
        try container.resolve(tag: "tag", withArguments: 1, 2),  // fix-it: arguments
        try container.resolve(tag: "tag", withArguments: 1, 2, 3, 4, 5, 6),  // fix-it: arguments
    ]
}

func fail(_ key: DefinitionKey) -> DipError {
    .DefinitionNotFound(key: key)  // fix-it: definitionNotFound
}
