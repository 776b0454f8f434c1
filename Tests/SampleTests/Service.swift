// SPDX-License-Identifier: MIT

import MortiseInjector

protocol Service {
    func getData() -> [Int]
}

class DummyService: Service {
    @Injectable private var repository: Repository?

    func getData() -> [Int] {
        repository?.fetch() ?? []
    }
}
