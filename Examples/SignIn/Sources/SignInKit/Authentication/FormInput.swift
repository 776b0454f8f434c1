// SPDX-License-Identifier: MIT

/// A field of a form, which shakes if it is filled in wrongly.
@MainActor package final class FormInput: TextInput {
    package var shakeAnimation: (any ShakeAnimation)?
}
