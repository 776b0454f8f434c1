// SPDX-License-Identifier: MIT

extension Link {
    /// The reason why no definition answers, in a few words.
    package var absence: String {
        switch answer {
        case .missing: isOptional ? "optional, not registered" : "not registered"
        case .argumentMismatch: "registered with other arguments"
        case .ambiguous: "ambiguous"
        case .found: "registered"
        }
    }
}
