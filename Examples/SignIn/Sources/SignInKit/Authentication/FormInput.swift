// SPDX-License-Identifier: MIT

/// A field of a form, which shakes on a wrong entry.
@MainActor package final class FormInput: TextInput {
    package var shakeAnimation: (any ShakeAnimation)?
}
