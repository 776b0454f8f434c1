// SPDX-License-Identifier: MIT

import Mortise

// Prints the article that the first argument names. `--trace` says what was done.

let arguments = CommandLine.arguments.dropFirst()
let name = arguments.first { !$0.hasPrefix("-") } ?? "joints"

var modules: [any Module] = [CoreModule()]
if Features.cache { modules.append(CacheModule()) }
if Features.export { modules.append(ExportModule()) }
if arguments.contains("--trace") { modules.append(TraceModule()) }
let container = Container(name: "reader", modules: modules)

let trace = try container.resolve(Trace?.self)
print("resolved Trace?")

let reader: Reader = try container.resolve()
print("resolved Reader")
trace?.note("read \(name)")
print(reader.read(name))

if Features.cache {
    let cache: Cache = try container.resolve()
    print("resolved Cache")
    trace?.note("cached \(cache.count)")
}
if Features.export {
    let exporter: Exporter = try container.resolve()
    print("resolved Exporter")
    print(exporter.export(name))
}
for line in trace?.lines ?? [] { print(line) }
