// SPDX-License-Identifier: MIT

// The samples of the experiment that became Dip, as printed, but for `initialize`: the language has no
// such method any more.

import MortiseDip
import Testing

protocol WebServiceType: AnyObject {
    func someMethodDeclaredOnWebServiceType()
}

protocol FriendsProviderType {
    func someFriendsProviderTypeMethod() -> [String]
}

final class WebService: WebServiceType {
    func someMethodDeclaredOnWebServiceType() {}
}

struct DummyFriendsProvider: FriendsProviderType {
    let user: String
    func someFriendsProviderTypeMethod() -> [String] { [user] }
}

struct PlistFriendsProvider: FriendsProviderType {
    let plist: String
    func someFriendsProviderTypeMethod() -> [String] { [plist] }
}

extension Dependency {
    class func registerAll() {
        Dependency.register(singleton: WebService() as WebServiceType)
        Dependency.register() {
            DummyFriendsProvider(user: $0 ?? "Jane Doe") as FriendsProviderType
        }
        Dependency.register("me") {
            PlistFriendsProvider(plist: "myfriends") as FriendsProviderType
        }
    }
}

struct SomeViewModel {
    let ws: WebServiceType = Dependency.resolve()
    var friendsProvider: FriendsProviderType
    init(userName: String) {
        friendsProvider = Dependency.resolve(userName)
    }
    func foo() -> [String] {
        ws.someMethodDeclaredOnWebServiceType()
        let friends = friendsProvider.someFriendsProviderTypeMethod()
        return friends
    }
}

@Suite(.quiet) struct `The samples of Dependency` {
    @Test func `work as their document says`() {
        Dependency.registerAll()
        #expect(SomeViewModel(userName: "me").foo() == ["myfriends"])
        #expect(SomeViewModel(userName: "Sam").foo() == ["Sam"])
        #expect(SomeViewModel(userName: "me").ws === SomeViewModel(userName: "Sam").ws)
        let nobody: FriendsProviderType = Dependency.resolve()
        #expect(nobody.someFriendsProviderTypeMethod() == ["Jane Doe"])
    }
}
