// SPDX-License-Identifier: MIT

import MortiseInjector

/// The model in the vocabulary of swift-dependency-injector.
@MainActor public final class LegacyNumbersModel {
    @ObservedInjectable private var repository: (any Repository)?
    @Injectable private var service: NumbersService?

    /// Makes a model.
    public init() {}

    /// The numbers as text.
    public var text: String {
        guard let service, let repository else { return "nothing" }
        return service.describe(repository)
    }
}
