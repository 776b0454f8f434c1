// SPDX-License-Identifier: MIT

// The vocabularies of other libraries that are read.
//
// Some of their types have the names of Mortise's, so each has a table of its own.
extension Interface {
    /// What the prover does with a member of a type of a vocabulary, by its base name.
    ///
    /// - Parameters:
    ///   - name: The base name.
    ///   - owner: The type that declares it.
    ///   - module: The vocabulary.
    /// - Returns: The meaning; `nil` if it has no row.
    package static func meaning(of name: String, in owner: String, of module: String) -> Meaning? {
        guard let rows = vocabularies[module] else { return meaning(of: name, in: owner) }
        return rows[owner]?.meaning(of: name)
    }

    /// Whether a module is a vocabulary that is read.
    static func isVocabulary(_ module: String) -> Bool { vocabularies[module] != nil }

    private static let vocabularies: [String: [String: Row]] = [
        "MortiseDip": [
            "DependencyContainer": Row(
                read: [
                    "init", "container", "register", "resolve", "remove", "reset", "bootstrap",
                    "validate", "collaborate", "resolveDependencies", "uiContainers",
                    "uiContainer", "storyboardInstantiated", "defaultRules",
                ],
                harmless: ["context", "description", "rules"],
                unread: ["registerFactory"]
            ),
            "DependencyContainer.Rules": Row(harmless: ["dip7", "dip4"]),
            "DependencyContainer.Tag": Row(harmless: ["String", "Int", "init", "dependencyTag"]),
            "DependencyContainer.Context": Row(harmless: [
                "key", "injectedInType", "injectedInProperty", "resolvingType", "tag",
                "description", "debugDescription",
            ]),
            "DependencyTagConvertible": Row(harmless: ["dependencyTag"]),
            "String": Row(harmless: ["dependencyTag"]),
            "Int": Row(harmless: ["dependencyTag"]),
            "Definition": Row(
                read: [
                    "implements", "resolvingProperties", "resolveDependencies",
                    "resolvingProperty", "autoInjectingProperties",
                ],
                harmless: ["description"]
            ),
            "ComponentScope": Row(
                read: [
                    "Prototype", "ObjectGraph", "Singleton", "Unique", "Shared", "EagerSingleton",
                    "WeakSingleton",
                ],
                harmless: ["unique", "shared", "singleton", "eagerSingleton", "weakSingleton"]
            ),
            "Assembly": Row(read: ["activate"], unread: ["deactivate"]),
            "AssemblyDefinitionOf": Row(read: [
                "init", "resolvingProperties", "resolveDependencies",
            ]),
            "Injected": Row(
                harmless: [
                    "init", "wrappedType", "wrappedValue", "value", "setValue", "projectedValue",
                ],
                unread: ["resolve"]
            ),
            "InjectedWeak": Row(
                harmless: [
                    "init", "wrappedType", "wrappedValue", "value", "setValue", "projectedValue",
                ],
                unread: ["resolve"]
            ),
            "AutoInjectedPropertyBox": Row(harmless: ["wrappedType"], unread: ["resolve"]),
            "Resolvable": Row(
                harmless: ["didResolveDependencies", "didResolve"],
                unread: ["resolveDependencies"]
            ),
            "StoryboardInstantiatable": Row(unread: ["didInstantiateFromStoryboard"]),
            "DefinitionKey": Row(harmless: [
                "type", "typeOfArguments", "tag", "init", "protocolType", "associatedTag",
                "description", "==", "hash",
            ]),
            "DipError": Row(harmless: [
                "definitionNotFound", "autoInjectionFailed", "autoWiringFailed",
                "ambiguousDefinitions", "invalidType", "description", "DefinitionNotFound",
                "AutoInjectionFailed", "AmbiguousDefinitions",
            ]),
            "Dip": Row(harmless: ["logLevel", "logger"]),
            "LogLevel": Row(harmless: ["None", "Errors", "Verbose"]),
            "": Row(harmless: ["logLevel", "logger"]),
            // The ancestor of Dip has one table for the process, which is not read.
            "Dependency": Row(unread: ["register", "resolve", "find", "reset"]),
        ],
        "MortiseEasyDi": [
            "Assembly": Row(
                read: [
                    "context", "instance", "define", "defineInjection", "definePlaceholder",
                    "addSubstitution",
                ],
                harmless: ["init", "removeSubstitution"]
            ),
            "DIContext": Row(
                read: ["container", "init", "defaultInstance", "assembly", "instance"],
                harmless: ["onUnmatchedSubstitution"]
            ),
            "DIContextEmptyLocker": Row(harmless: ["init", "lock", "unlock"]),
            "DIContextLocker": Row(harmless: ["lock", "unlock"]),
            "Scope": Row(
                harmless: ["prototype", "objectGraph", "lazySingleton", "weakSingleton"]
            ),
        ],
        "MortiseInjector": [
            "Injector": Row(
                read: [
                    "global", "build", "container", "destroy", "register", "add", "addOrRegister",
                    "updateDependencyKey", "resetSingleton", "remove", "clear", "resolve", "get",
                    "getSafe",
                ],
                harmless: ["turnOffLogger", "turnOnLogger", "onError", "getCurrentKey"]
            ),
            "Inject": Row(read: ["init"], harmless: ["wrappedValue"]),
            "Injectable": Row(read: ["init"], harmless: ["wrappedValue"]),
            "ObservedInject": Row(read: ["init"], harmless: ["wrappedValue"]),
            "ObservedInjectable": Row(read: ["init"], harmless: ["wrappedValue"]),
            "Dependency": Row(read: ["init"], harmless: ["name", "injectionType", "key"]),
            "InjectableDependency": Row(read: ["instance"]),
            "InjectableDependencyArgs": Row(read: ["init"], harmless: ["key"]),
            // The program has what they run.
            "Initializable": Row(unread: ["init"]),
            "InjectableDependencyProtocol": Row(unread: ["register"]),
            "DependenciesInjectorProtocol": Row(unread: ["startInjection"]),
            "InjectionContext": Row(harmless: [
                "global", "tests", "custom", "id", "description",
            ]),
            "InjectionType": Row(harmless: ["regular", "singleton"]),
            "InstantiationType": Row(harmless: ["regular", "lazy"]),
            "InjectionError": Row(harmless: [
                "abstractionAlreadyRegistered", "implementationsCouldNotBeCasted",
                "notAbstrationFound", "abstractionNotFoundForUpdate", "undefinedRegistrationType",
                "noImplementationFoundOnInjection", "noPublisherFounded",
                "noImplementationFoundForPublish", "equalDependecyKeyOnUpdate", "name",
                "description",
            ]),
        ],
    ]
}
