// SPDX-License-Identifier: MIT

import Foundation

/// A queue of jobs that other threads hand to one thread.
// @unchecked: guarded by the condition.
package final class BlockingQueue<Element: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var elements: [Element] = []
    private var isOver = false

    package init() {}

    /// Adds an element.
    ///
    /// - Parameter element: Handed out after all earlier elements.
    package func add(_ element: Element) {
        condition.withLock {
            elements.append(element)
            condition.signal()
        }
    }

    /// Closes the queue for new elements.
    package func end() {
        condition.withLock {
            isOver = true
            condition.signal()
        }
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element; `nil` if the queue is closed and empty.
    package func next() -> Element? {
        condition.withLock {
            while elements.isEmpty, !isOver { condition.wait() }
            return elements.isEmpty ? nil : elements.removeFirst()
        }
    }
}
