// SPDX-License-Identifier: MIT

package struct Jammed: Error, Equatable {
    package init() {}
}

package final class Store: Sendable {
    package init() {}
}

package final class Importer: Sendable {
    package let store: Store
    package init(_ store: Store) { self.store = store }
}

package final class UnitOfWork: Sendable {
    package let importer: Importer
    package init(_ importer: Importer) { self.importer = importer }
}
