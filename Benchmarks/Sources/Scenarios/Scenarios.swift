// SPDX-License-Identifier: MIT

/// All scenarios that compare one operation with hand-wired code.
package enum Scenarios: Sendable {
    /// All scenarios, in the order of tables.
    package static let all: [any Scenario.Type] = [
        Transient.self,
        Singleton.self,
        LentSingleton.self,
        Chain.self,
        WiredChain.self,
        WideGraph.self,
        WiredWideGraph.self,
        Diamond.self,
        OneArgument.self,
        ThreeArguments.self,
        MixedArguments.self,
        TagAmongHundred.self,
        TypeAmongTenThousand.self,
        RandomTypes.self,
        ChildContainer.self,
        KeptChildContainer.self,
        ListOfTen.self,
        Decorated.self,
        RequestScope.self,
        ScopeInput.self,
        CurrentSingleton.self,
        TransientMember.self,
        SingletonMember.self,
        ChainOfMembers.self,
        DiamondOfMembers.self,
        Prototype.self,
        LazySingleton.self,
        ChainOfPrototypes.self,
        DiamondGraph.self,
        DipUnique.self,
        DipSingleton.self,
        DipChain.self,
        DipWideGraph.self,
        DipDiamond.self,
        InjectionStep.self,
        InjectedProperty.self,
        DipInjectedProperty.self,
        FirstProperty.self,
        WarmProperty.self,
        SharedProperty.self,
        SelectedSingleton.self,
        TransientInjection.self,
        SingletonInjection.self,
    ]

    /// Scenarios of scopes and the current container.
    package static let scopes: Set<String> = [
        RequestScope.name, ScopeInput.name, CurrentSingleton.name,
    ]

    /// Scenarios of self-resolving properties.
    package static let wrappers: Set<String> = [
        FirstProperty.name, WarmProperty.name, SharedProperty.name,
    ]

    /// Scenarios in the vocabulary of swift-dependency-injector.
    package static let injector: Set<String> = [
        TransientInjection.name, SingletonInjection.name,
    ]

    /// Scenarios of assemblies.
    package static let assemblies: Set<String> = [
        TransientMember.name, SingletonMember.name, ChainOfMembers.name, DiamondOfMembers.name,
    ]

    /// Scenarios in the vocabulary of Dip.
    package static let dip: Set<String> = [
        DipUnique.name, DipSingleton.name, DipChain.name, DipWideGraph.name, DipDiamond.name,
        DipInjectedProperty.name,
    ]

    /// Scenarios in the vocabulary of EasyDi.
    package static let easyDi: Set<String> = [
        Prototype.name, LazySingleton.name, ChainOfPrototypes.name, DiamondGraph.name,
    ]
}
