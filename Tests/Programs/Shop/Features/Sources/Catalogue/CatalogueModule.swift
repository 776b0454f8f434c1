// SPDX-License-Identifier: MIT

public import Domain
public import Mortise
import Storage

/// Lists what the shop has.
public struct Catalogue: Sendable {
    let database: Database
    let north: any Stock
    let south: any Stock

    /// A line for each product.
    public var lines: [String] {
        database.products.map { "\($0.name): \(north.count(of: $0)) + \(south.count(of: $0))" }
    }

    /// The product with a name.
    public func product(named name: String) -> Product? {
        database.products.first { $0.name == name }
    }
}

/// The catalogue.
public struct CatalogueModule: Module, Hashable {
    /// Creates the module.
    public init() {}

    /// What this needs.
    public var requires: [any Module] { [StorageModule()] }

    /// Registers the catalogue.
    public func register(in container: Container) {
        container.register { resolver in
            Catalogue(
                database: try resolver.resolve(),
                north: try resolver.resolve(tag: Warehouse.north),
                south: try resolver.resolve(tag: Warehouse.south)
            )
        }
    }
}
