// SPDX-License-Identifier: MIT

/// Stands in for a blog with one author.
@MainActor final class LocalBlog: Transport {
    func send(_ request: Request, completion: @escaping @MainActor (_ status: Int?) -> Void) {
        let isAuthor = request.fields["username"] == "jane"
        completion(isAuthor && request.fields["password"] == "correct horse" ? 200 : 401)
    }
}
