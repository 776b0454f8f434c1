// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private struct Left: Sendable {
    let version: Int
}

private struct Right: Sendable {
    let version: Int
}

private struct Unknown {}

@Suite("What one resolve sees of a container that changes meanwhile")
struct ViewTests {
    private static func install(_ version: Int, in container: Container) {
        container.install {
            $0.register { Left(version: version) }.replacing()
            $0.register { Right(version: version) }.replacing()
        }
    }

    @Test func `stays the same after a miss in a source`() throws {
        let parent = Container(name: "parent")
        Self.install(1, in: parent)
        defer { parent.reset() }
        let child = Container(name: "child", parent: parent) {
            $0.register(as: [Int].self) { resolver in
                let left = try resolver.resolve(Left.self)
                Self.install(2, in: parent)
                let unknown = try resolver.resolve(Unknown?.self)
                let right = try resolver.resolve(Right.self)
                return unknown == nil ? [left.version, right.version] : []
            }
        }

        #expect(try child.resolve([Int].self) == [1, 1])
        #expect(try child.resolve(Right.self).version == 2)
    }

    @Test func `is the first request's, even if a child requests again`() throws {
        let parent = Container(name: "parent")
        let child = Container(name: "child", parent: parent)
        Self.install(1, in: parent)
        defer { parent.reset() }
        parent.register(as: [Int].self) { resolver in
            let left = try resolver.resolve(Left.self)
            Self.install(2, in: parent)
            return [left.version, try child.resolve(Right.self).version]
        }

        #expect(try parent.resolve([Int].self) == [1, 1])
        #expect(try child.resolve(Right.self).version == 2)
    }

    @Test func `is the first request's in a singleton's factory, too`() throws {
        let parent = Container(name: "parent")
        let child = Container(name: "child", parent: parent)
        Self.install(1, in: parent)
        defer { parent.reset() }
        parent.register(.singleton, tag: "singleton") { [try $0.resolve(Right.self).version] }
        parent.register(as: [Int].self) { resolver in
            let left = try resolver.resolve(Left.self)
            Self.install(2, in: parent)
            return [left.version] + (try child.resolve([Int].self, tag: "singleton"))
        }

        #expect(try parent.resolve([Int].self) == [1, 1])
    }
}
