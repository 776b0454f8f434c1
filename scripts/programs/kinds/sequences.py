"""Sequences and iterators of the program's own, closures that the standard library calls, and short circuits."""

FORMS = r"""
struct Some{n}: Sequence«|, IteratorProtocol» {
    let app: Container
    var step = 0
    struct Iterator: IteratorProtocol {
        let app: Container
        var step = 0
        mutating func next() -> Int? { step += 1; «{fx:app}|if step > {k} { {fx:app} }»
            return step < «1|2|3» ? step : nil }
    }
    func makeIterator() -> Iterator { «{fx:app}; |»return Iterator(app: app«|, step: 1») }
    «|var underestimatedCount: Int { {fx:app}; return 0 }»
    mutating func next() -> Int? { nil }
}
---
«for number in Some{n}(app: {c}) { if number == {k} { {fx:{c}} } }|for number in Some{n}(app: {c}) where number > 1 { {fx:{c}} }|for _ in Some{n}(app: {c}) { break }|_ = Some{n}(app: {c})|var iterator{n} = Some{n}(app: {c}).makeIterator(); while let number = iterator{n}.next() { if number == {k} { break } }|_ = Some{n}(app: {c}).map { $0 }|_ = Some{n}(app: {c}).contains({k})|_ = Some{n}(app: {c}).first { $0 == {k} }|_ = Array(Some{n}(app: {c}))|_ = Some{n}(app: {c}).lazy.map { $0 }|_ = Some{n}(app: {c}).reduce(0, +)|for (one, _) in zip(Some{n}(app: {c}), [1]) { _ = one }|for each in Some{n}(app: {c}).prefix(1) { _ = each; {fx:{c}} }|_ = Set(Some{n}(app: {c}))|_ = Some{n}(app: {c}).sorted()|_ = Some{n}(app: {c}).enumerated()»
====
struct Boxes{n}: Sequence, IteratorProtocol {
    var rest: [Container]
    mutating func next() -> Container? { «rest.popLast()|rest.isEmpty ? nil : rest.removeFirst()|guard let last = rest.popLast() else { return nil }; {fx:last}; return last» }
}
---
for each in Boxes{n}(rest: [«{c}|{c}, Container()|Container(), {c}|»]) { {fx:each}«|; break» }
«|Boxes{n}(rest: [{c}]).forEach { each in {fx:each} }|var boxes{n} = Boxes{n}(rest: [{c}]); _ = boxes{n}.next(); boxes{n}.next()?.register { A() }»
====
«_ = [{k}, {k}].filter { $0 > «0|1» && {yes:{c}} }|_ = [{k}].map { $0 == 1 ? {yes:{c}} : {no:{c}} }|_ = [1, 2].reduce(0) { if $1 == {k} { {fx:{c}} }; return $0 + $1 }|_ = [1, 2].contains { $0 == {k} || {any:{c}} }|_ = [1, 2].first { $0 == {k} && {yes:{c}} }|_ = [1, 2].allSatisfy { $0 > {k} || {no:{c}} }|_ = [1, nil, 2].compactMap { number -> Int? in if number == nil { {fx:{c}} }; return number }|_ = [[1], []].flatMap { numbers -> [Int] in if numbers.isEmpty { {fx:{c}} }; return numbers }|_ = [2, 1].sorted { if $0 == $1 { {fx:{c}} }; return $0 < $1 }|_ = [1, 2].firstIndex { $0 == {k} && {any:{c}} }|_ = [1, 2].last { $0 == {k} && {any:{c}} }|_ = [1, 2].prefix { $0 > {k} && {yes:{c}} }|_ = [1, 2].drop { $0 < {k} && {yes:{c}} }|var all{n} = [1, 2]; all{n}.removeAll { $0 == {k} && {yes:{c}} }|_ = [1, 2].min { _, _ in {any:{c}} }|_ = [1].max { _, _ in {any:{c}} }|_ = ["x": {k}].mapValues { $0 > 1 && {yes:{c}} }|_ = Dictionary(grouping: [{k}]) { $0 > 0 && {yes:{c}} }|_ = [1, 2].split { $0 == {k} && {yes:{c}} }|_ = [1].reduce(into: 0) { if $1 > {k} { {fx:{c}} }; $0 += 1 }|_ = (0..<{k}).map { _ in {yes:{c}} }|_ = Array(repeating: {yes:{c}}, count: {k})|_ = Optional(1).map { $0 > {k} && {yes:{c}} }|_ = Int?.none.map { _ in {yes:{c}} }|_ = (1...2).last { $0 == {k} && {yes:{c}} }|_ = [Int]().min() ?? ({yes:{c}} ? 1 : 2)|_ = stride(from: 3, to: {k}, by: -1).contains { $0 == 1 && {any:{c}} }|_ = sequence(first: 1) { $0 < {k} ? $0 + 1 : nil }.contains { $0 == 2 && {any:{c}} }|_ = "xy".contains { $0 == "y" && {yes:{c}} }|_ = Set([{k}]).contains { $0 == 1 && {any:{c}} }»
====
let lazy{n} = [1, 2].lazy.«map { $0 == {k} && {yes:{c}} }|filter { $0 == {k} && {yes:{c}} }»
«|_ = lazy{n}.first|_ = Array(lazy{n})|_ = lazy{n}.count|for each in lazy{n} { _ = each; {fx:{c}} }|for _ in lazy{n} { break }|if {cond} { _ = lazy{n}.first }|_ = lazy{n}.contains { _ in {any:{c}} }|_ = lazy{n}.isEmpty|_ = lazy{n}.reversed()»
====
for number in [{k}, {k}] where number > «0|1» «&& {yes:{c}} |»{ {fx:{c}}«|; break|; continue» }
«|for number in [1, 2] where number == {k} { {fx:{c}} }|for case let number? in [1, nil] where number == {k} { {fx:{c}} }|for case (let app, true) in [({c}, false), ({c}, {cond})] { {fx:app} }»
====
«_ = «true|false|{no:{c}}|{yes:{c}}|{cond}» && «{any:{c}}|!{any:{c}}|{cond}»|_ = «true|false|{no:{c}}|{yes:{c}}|{cond}» || «{any:{c}}|!{any:{c}}|{cond}»»
«|_ = {any:{c}} && ({no:{c}} || {yes:{c}})|if {no:{c}} || {any:{c}} { {fx:{c}} }|_ = {any:{c}} ? {yes:{c}} : {no:{c}}|let on{n} = {no:{c}} || {cond}; if on{n} { {fx:{c}} }|if {yes:{c}}, {no:{c}}, {yes:{c}} { {fx:{c}} }|while {no:{c}} { {fx:{c}} }|guard {any:{c}} || true else { fatalError() }»
====
let maybe{n}: Int? = «nil|{k}»
«_ = maybe{n} ?? ({yes:{c}} ? 1 : 2)|_ = maybe{n} ?? { {fx:{c}}; return 1 }()|if maybe{n} ?? 1 == {k} { {fx:{c}} }|_ = maybe{n} == 1 && {any:{c}}|let other{n} = maybe{n} ?? maybe{n} ?? ({any:{c}} ? 0 : 1); if other{n} == 1 { {fx:{c}} }|_ = (maybe{n}.map { _ in {any:{c}} }) ?? {any:{c}}|assert(maybe{n} == nil || {yes:{c}} || true)|precondition({any:{c}} || true)»
====
func pick{n}(_ isOn: Bool, _ one: @autoclosure () -> Bool, or two: @autoclosure () throws -> Bool) rethrows -> Bool { isOn ? one() : try two() }
---
«_ = pick{n}({any:{c}}, {any:{c}}, or: {any:{c}})|_ = pick{n}(true, {any:{c}}, or: {any:{c}})|_ = pick{n}(false, {any:{c}}, or: {any:{c}}) && {any:{c}}|if pick{n}({cond}, true, or: {any:{c}}) { {fx:{c}} }»
====
struct Path{n}: Collection {
    let app: Container
    let many: Int
    var startIndex: Int { 0 }
    var endIndex: Int { «{fx:app}; |»return many }
    func index(after index: Int) -> Int { «if index > 0 { {fx:app} }; |»return index + 1 }
    subscript(index: Int) -> Int { if index == {k} { {fx:app} }; return index }
}
---
let path{n} = Path{n}(app: {c}, many: {k})
«for each in path{n} { if each == 1 { {fx:{c}} } }|_ = path{n}[{k}]|_ = path{n}.first|_ = path{n}.isEmpty|_ = path{n}.map { $0 }|for index in path{n}.indices { _ = path{n}[index] }|_ = path{n}.reversed().first|_ = path{n}.contains(1)»
====
async struct Later{n}: AsyncSequence, AsyncIteratorProtocol {
    let app: Container
    var step = 0
    mutating func next() async «|throws »-> Container? { step += 1; «{fx:app}|if step > 1 { {fx:app} }»
        return step < «1|2|3» ? app : nil }
    func makeAsyncIterator() -> Later{n} { «{fx:app}; |»return self }
}
---
«do { for try await app in Later{n}(app: {c}) { {fx:app} } } catch {}|var iterator{n} = Later{n}(app: {c}).makeAsyncIterator(); _ = try? await iterator{n}.next()|do { for try await app in Later{n}(app: {c}) where app !== {c} { {fx:app} } } catch {}|_ = try? await Later{n}(app: {c}).contains { $0 === {c} && {any:{c}} }|_ = try? await Later{n}(app: {c}).first { _ in {any:{c}} }|_ = Later{n}(app: {c}).map { $0.register { A() } }»
"""
