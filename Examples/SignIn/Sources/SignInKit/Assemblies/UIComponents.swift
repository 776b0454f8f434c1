// SPDX-License-Identifier: MIT

import MortiseDip

/// The definitions of screens and their behaviour.
@MainActor package final class UIComponents: Assembly {
    // Its factory does not run: a storyboard makes the controller, and the container completes it.
    let authViewController = AssemblyDefinitionOf(tag: "ViewController") { (_, _: Void) in
        AuthViewController()
    }.resolvingProperties { container, controller in
        controller.animationsFactory = try container.resolve() as any AnimationsFactory
    }

    let authFormBehaviour = AssemblyDefinitionOf { (container, _: Void) in
        AuthFormBehaviourImp(apiClient: try container.resolve()) as any AuthFormBehaviour
    }

    let animationFactory = AssemblyDefinitionOf { (container, _: Void) in
        container as any AnimationsFactory
    }

    let shakeAnimation = AssemblyDefinitionOf { (_, view: View) in
        ShakeAnimationImp(view: view) as any ShakeAnimation
    }

    // Collaborating assemblies: active in the same containers as this one.
    let networkComponents = NetworkComponents()

    package init() {}
}
