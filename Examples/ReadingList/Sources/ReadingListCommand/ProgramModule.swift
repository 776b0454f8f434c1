// SPDX-License-Identifier: MIT

import Mortise
import Networking
import Reading

/// What the program adds to its modules.
struct ProgramModule: Module, Hashable {
    let server: ServerAddress

    var requires: [any Module] { [ReadingModule()] }

    func register(in container: Container) {
        container.register { [server] in server }
        container.register { CSVExporter() as any Exporter }.contributing()
    }
}
