// SPDX-License-Identifier: MIT

public import Domain
public import Mortise

// The domain knows no container.
extension Warehouse: @retroactive TagConvertible {}

/// The database, and the stock of each warehouse.
///
/// Needs a ``DatabaseLocation``, which the program registers.
public struct StorageModule: Module, Hashable {
    /// Creates the module.
    public init() {}

    /// Registers the database, which has to be awaited once.
    public func register(in container: Container) {
        container.async.register(.eagerSingleton, autowiring: Database.init)
        for warehouse in Warehouse.allCases {
            container.register(.singleton, tag: warehouse) {
                StoredStock(database: $0, warehouse: warehouse) as any Stock
            }
        }
    }
}
