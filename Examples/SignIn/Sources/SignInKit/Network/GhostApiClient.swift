// SPDX-License-Identifier: MIT

/// Signs in to a blog.
@MainActor package protocol GhostApiClient {
    /// Signs in.
    ///
    /// - Parameters:
    ///   - userName: The name of the user.
    ///   - password: The password.
    ///   - completion: Called once, with the error, if any.
    func login(
        userName: String,
        password: String,
        completion: @escaping @MainActor (SignInError?) -> Void
    )
}
