// SPDX-License-Identifier: MIT

import Mortise

extension DependencyContainer {
    /// Completes an instance that was made elsewhere.
    ///
    /// The definition is found like in `resolve`, but its factory does not run: properties are injected, and
    /// blocks run. Cycles may lead back to the instance. The container does not keep it.
    ///
    /// - Parameters:
    ///   - instance: The instance. Its static type selects the definition: write `self`, or `screen as any
    ///     Scene`.
    ///   - tag: The tag of the definition. An unknown tag falls back.
    /// - Throws: The error that resolving throws.
    public func resolveDependencies<T>(of instance: T, tag: Tag? = nil) throws {
        do {
            let preparation = Preparation<T>(self)
            try container.adopt(instance, tag: tag?.engineTag) { preparation.prepare(instance) }
        } catch {
            throw failed(error, in: self)
        }
    }
}
