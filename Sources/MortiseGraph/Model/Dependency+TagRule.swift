// SPDX-License-Identifier: MIT

extension Dependency {
    /// How a request with a tag finds a definition.
    public enum TagRule: String, Hashable, Sendable {
        /// It finds one with that tag, or else one for any tag.
        case exact

        /// It finds one with that tag, or else one for any tag, or else one without a tag.
        ///
        /// This is the rule of a tag that a factory passes on.
        case inherited

        /// It finds one with that tag, or else one without a tag.
        ///
        /// This is Dip's rule.
        case fallingBack
    }
}
