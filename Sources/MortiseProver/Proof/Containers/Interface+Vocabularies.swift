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
        ]
    ]
}
