// SPDX-License-Identifier: MIT

import ArgumentParser

/// A feature of rounds that can be left out.
enum Feature: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// Asynchronous definitions.
    case async
    /// Definitions of the main actor.
    case main
    /// Resolves on the main thread.
    case mainThread = "main-thread"
    /// Definitions that are not singletons.
    case lifetimes
    /// Steps.
    case steps
    /// Injected properties.
    case properties
    /// Cycles through steps and properties.
    case cycles
    /// Cycles through constructors, which are errors.
    case constructorCycles = "constructor-cycles"
    /// Factories and steps that throw.
    case failures
    /// Factories and steps that go on after an error.
    case handling
    /// Tasks that are cancelled.
    case cancellation
    /// Definitions that are replaced and removed meanwhile.
    case changes
    /// `reset()` and `dropInstances()` meanwhile.
    case resets
    /// Overlays, children and scopes.
    case layers
    /// Containers that are linked.
    case links
    /// Decorators, which are added and removed meanwhile, too.
    case decorators
    /// Inputs of scopes.
    case inputs
    /// Lists of what contributes to a type.
    case lists
    /// Callbacks.
    case callbacks
    /// Instances and errors whose `deinit` resolves.
    case deinits
    /// Observers that resolve.
    case observers
    /// Several resolves on one thread or task, one after the other.
    case sequences
    /// More than one thread or task, and more than one copy.
    case crowds
    /// `reset()` beside busy readers.
    case reclaim
    /// Many waiters for one instance.
    case waiters
}
