// SPDX-License-Identifier: MIT

import Catalogue
import Domain
public import Mortise

extension ScopeName {
    /// The scope from the first product to the payment.
    public static let order: ScopeName = "order"
}

/// Who buys.
public struct Customer: Sendable {
    let name: String

    /// Creates a customer.
    public init(name: String) { self.name = name }
}

/// What one customer buys.
public final class Order: Sendable {
    private let customer: Customer
    private let catalogue: Catalogue
    private let payment: any Payment

    init(customer: Customer, catalogue: Catalogue, payment: any Payment) {
        self.customer = customer
        self.catalogue = catalogue
        self.payment = payment
    }

    /// Buys a product.
    public func buy(_ name: String) -> String {
        guard let product = catalogue.product(named: name), payment.pay(product.price) else {
            return "\(customer.name) got no \(name)"
        }
        return "\(customer.name) bought \(name)"
    }
}

/// Takes every amount up to a limit.
struct CardPayment: Payment {
    let limit: Int

    func pay(_ cents: Int) -> Bool { cents <= limit }
}

/// Orders and their payment.
public struct CheckoutModule: Module, Hashable {
    private let limit: Int

    /// Creates the module.
    ///
    /// - Parameter limit: What a customer may spend, in cents.
    public init(limit: Int) { self.limit = limit }

    /// What this needs.
    public var requires: [any Module] { [CatalogueModule()] }

    /// Registers one order for each scope.
    public func register(in container: Container) {
        let limit = limit
        container.register(.singleton) { CardPayment(limit: limit) as any Payment }.unstubbed()
        container.expects(Customer.self, in: .order)
        container.register(.scoped(.order), autowiring: Order.init)
    }
}
