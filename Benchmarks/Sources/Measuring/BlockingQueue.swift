// SPDX-License-Identifier: MIT

import Foundation

/// What one thread has to do, handed over by others, in order.
// @unchecked: guarded by the condition.
package final class BlockingQueue<Element: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var elements: [Element] = []
    private var isOver = false

    package init() {}

    /// Adds an element.
    ///
    /// - Parameter element: Handed out after those that were added before.
    package func add(_ element: Element) {
        condition.withLock {
            elements.append(element)
            condition.signal()
        }
    }

    /// Nothing is added any more.
    package func end() {
        condition.withLock {
            isOver = true
            condition.signal()
        }
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element; `nil` if all were handed out and nothing is added any more.
    package func next() -> Element? {
        condition.withLock {
            while elements.isEmpty, !isOver { condition.wait() }
            return elements.isEmpty ? nil : elements.removeFirst()
        }
    }
}
