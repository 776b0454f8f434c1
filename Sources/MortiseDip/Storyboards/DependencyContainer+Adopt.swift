// SPDX-License-Identifier: MIT

import Mortise

extension DependencyContainer {
    /// Completes an instance that somebody else has made (U-5).
    ///
    /// The definition of its type is found as for `resolve`, but its factory is not called: properties are
    /// injected, and blocks run. Cycles may lead back to the instance; the container does not keep it.
    ///
    /// - Parameters:
    ///   - instance: The instance. Its static type is the one that is looked for: write `self`, or
    ///     `screen as any Scene`.
    ///   - tag: The tag of the definition. An unknown one falls back.
    /// - Throws: What resolving throws.
    public func resolveDependencies<T>(of instance: T, tag: Tag? = nil) throws {
        do {
            let preparation = Preparation<T>(self)
            try container.adopt(instance, tag: tag?.engineTag) { preparation.prepare(instance) }
        } catch {
            throw failed(error, in: self)
        }
    }
}
