// SPDX-License-Identifier: MIT

public import Domain

/// Where the database is.
public struct DatabaseLocation: Sendable {
    let path: String

    /// Creates a location.
    public init(path: String) { self.path = path }
}

/// Keeps what the shop has.
public final class Database: Sendable {
    /// The products of the shop.
    public let products = [Product(name: "chisel", price: 2400), Product(name: "glue", price: 600)]
    private let location: DatabaseLocation

    /// Opens the database.
    init(location: DatabaseLocation) async throws {
        self.location = location
        await Task.yield()
    }

    func count(of product: Product, in warehouse: Warehouse) -> Int {
        warehouse == .north ? product.name.count : 1
    }
}

/// The stock of one warehouse, as the database knows it.
struct StoredStock: Stock {
    let database: Database
    let warehouse: Warehouse

    func count(of product: Product) -> Int { database.count(of: product, in: warehouse) }
}
