// SPDX-License-Identifier: MIT

public import Mortise

/// The model of a view: always has the numbers of the current repository.
///
/// A view that reads ``text`` is updated when another repository is selected.
@MainActor public final class NumbersModel {
    @Observed private var repository: any Repository
    @Resolved private var service: NumbersService

    /// Makes a model.
    ///
    /// - Parameter container: The container of the dependencies.
    public init(_ container: Container) {
        _repository = Observed(in: container)
        _service = Resolved(in: container)
    }

    /// The numbers as text.
    public var text: String { service.describe(repository) }
}
