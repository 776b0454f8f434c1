// SPDX-License-Identifier: MIT

// What may suspend is awaited.

import Mortise

func load(_ container: Container) throws -> Int {
    // expect: 'async' call in a function that does not support concurrency
    try container.async.resolve()
}
