// SPDX-License-Identifier: MIT

/// Talks to a blog.
@MainActor package protocol GhostApiClient {
    /// Signs in.
    ///
    /// - Parameters:
    ///   - userName: Who.
    ///   - password: The password.
    ///   - completion: Called once, with what went wrong, if anything did.
    func login(
        userName: String,
        password: String,
        completion: @escaping @MainActor (SignInError?) -> Void
    )
}
