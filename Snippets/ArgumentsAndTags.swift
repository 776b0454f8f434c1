// SPDX-License-Identifier: MIT

// Values known only when resolving, and names for several definitions of one type.

import Mortise

// snippet.arguments
struct User: Sendable { let id: Int }

struct Database: Sendable {
    func user(_ id: Int) -> User { User(id: id) }
}

struct Profile: Sendable {
    let user: User
    let isEditable: Bool
}

let container = Container {
    $0.register { Database() }
    $0.register { (resolver: inout Resolver, id: Int, isEditable: Bool) in
        Profile(user: try resolver.resolve(Database.self).user(id), isEditable: isEditable)
    }
}

let profile: Profile = try container.resolve(arguments: 42, true)
print(profile.user.id)  // 42
// snippet.end
check(profile.user.id == 42 && profile.isEditable)

// snippet.either
struct Avatar: Sendable { let size: Int }

container.register { 64 }
container.register { (size: Int) in Avatar(size: size) }

print(try container.resolve(Avatar.self).size)  // 64: the parameter was resolved
print(try container.resolve(Avatar.self, arguments: 512).size)  // 512: it was passed
// snippet.end
check(try container.resolve(Avatar.self).size == 64)
check(try container.resolve(Avatar.self, arguments: 512).size == 512)

// snippet.provider
struct ProfileList {
    let profile: Provider<Profile>

    func open(_ id: Int) throws -> Profile { try profile(id, false) }
}

container.register { ProfileList(profile: $0) }

let list: ProfileList = try container.resolve()
print(try list.open(7).user.id)  // 7
// snippet.end
check(try list.open(7).user.id == 7)

// snippet.identity
final class Room: Sendable {
    let number: Int
    init(number: Int) { self.number = number }
}

container.register(.singleton) { (number: Int) in Room(number: number) }

let room: Room = try container.resolve(arguments: 12)
print(try container.resolve(Room.self, arguments: 12) === room)  // true: the same argument
print(try container.resolve(Room.self, arguments: 13) === room)  // false: another room
// snippet.end
check(try container.resolve(Room.self, arguments: 12) === room)
check(try container.resolve(Room.self, arguments: 13) !== room)

// snippet.tags
enum Store: String, TagConvertible { case primary, replica }

struct Connection: Equatable, Sendable { let host: String }

let connections = Container {
    $0.register(tag: Store.primary) { Connection(host: "db-1") }
    $0.register(tag: Store.replica) { Connection(host: "db-2") }
}

print(try connections.resolve(Connection.self, tag: Store.replica).host)  // db-2
print(try connections.resolve(Connection?.self, tag: "backup") as Any)  // nil: an unknown tag
print(try connections.resolve(Connection?.self) as Any)  // nil: no tag never takes a tagged one
// snippet.end
check(try connections.resolve(Connection?.self, tag: "backup") == nil)
check(try connections.resolve(Connection?.self) == nil)
check((try? connections.resolve(Connection.self, tag: "backup")) == nil)
check(try connections.resolve(Connection.self, tag: Store.replica).host == "db-2")
check(try connections.resolve(Connection.self, tag: "replica").host == "db-2")

// snippet.any
connections.register { Connection(host: "localhost") }.forAnyTag()

print(try connections.resolve(Connection.self, tag: "backup").host)  // localhost
print(try connections.resolve(Connection.self).host)  // localhost
print(try connections.resolve(Connection.self, tag: Store.replica).host)  // db-2: exactly this tag
// snippet.end
check(try connections.resolve(Connection.self, tag: "backup").host == "localhost")
check(try connections.resolve(Connection.self).host == "localhost")
check(try connections.resolve(Connection.self, tag: Store.replica).host == "db-2")

// snippet.inherited
struct Report { let connection: Connection }

connections.register { resolver in
    Report(connection: try resolver.resolve(tag: .inherited))
}.forAnyTag()

print(try connections.resolve(Report.self, tag: Store.replica).connection.host)  // db-2
// snippet.end
check(try connections.resolve(Report.self, tag: Store.replica).connection.host == "db-2")
check(try connections.resolve(Report.self).connection.host == "localhost")

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
