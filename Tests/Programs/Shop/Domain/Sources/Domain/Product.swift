// SPDX-License-Identifier: MIT

/// What the shop sells.
public struct Product: Hashable, Sendable {
    /// What it is called.
    public let name: String
    /// What it costs, in cents.
    public let price: Int

    /// Creates a product.
    public init(name: String, price: Int) {
        self.name = name
        self.price = price
    }
}

/// Says how many of a product there are.
public protocol Stock: Sendable {
    /// The number of pieces in a warehouse.
    func count(of product: Product) -> Int
}

/// Takes the money.
public protocol Payment: Sendable {
    /// Whether the customer paid.
    func pay(_ cents: Int) -> Bool
}
