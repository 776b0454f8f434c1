// SPDX-License-Identifier: MIT

// The ancestor of Dip.

import MortiseDip

protocol FriendsProviderType {
    var friends: [String] { get }
}

struct DummyFriendsProvider: FriendsProviderType {
    let user: String
    var friends: [String] { [user] }
}

// snippet.dependency
Dependency.register { DummyFriendsProvider(user: $0 ?? "Jane Doe") as any FriendsProviderType }

let provider: any FriendsProviderType = Dependency.resolve("Sam")
print(provider.friends)  // ["Sam"]: the requested tag
// snippet.end
precondition(provider.friends == ["Sam"])
