"""Errors: who catches what, what runs on the way out."""

FORMS = r"""
enum Bad{n}: Error«|, Equatable» { case one, two(Int), three }
func fail{n}(_ kind: Int, _ app: Container) throws {
    «|defer { {fx:app} }»
    if kind == 0 { throw Bad{n}.one }
    «{fx:app}|»
    if kind == 1 { throw Bad{n}.two({k}) }
    if kind == 2 { throw «Failed()|Bad{n}.three|Other()» }
    {fx:app}
}
---
do {
    try fail{n}(«{k}|3|{bit}», {c})
    {fx:{c}}
} catch Bad{n}.one «|where {cond} |, Bad{n}.three »{
    {fx:{c}}
} catch Bad{n}.two(let number) where number > «0|1» {
    {fx:{c}}
} catch «let error as Bad{n}|is Failed|let error where error is Other|Bad{n}.two» {
    {fx:{c}}
} catch {
    «{fx:{c}}|»
}
====
func each{n}(_ times: Int, _ body: (Int) throws -> Void) rethrows { for time in 0..<times { try body(time) } }
---
«try? each{n}(2) { if $0 == {k} { throw Failed() }; {fx:{c}} }|each{n}({k}) { _ in {fx:{c}} }|do { try each{n}({k}) { _ in throw Failed() }; {fx:{c}} } catch { {fx:{c}} }|do { try each{n}(3) { try mayThrow($0 == 1 && {cond}); {fx:{c}} } } catch { {fx:{c}} }|let closure{n}: (Int) throws -> Void = { _ in throw Failed() }; try? each{n}({k}, closure{n}); {fx:{c}}»
====
func typed{n}(_ number: Int, _ app: Container) throws(Failed) -> Int { «guard number > {k} else { throw Failed() }|if number == {k} { throw Failed() }|do { try mayThrow(number > 0) } catch { throw Failed() }»
    {fx:app}
    return number }
func wrap{n}<E: Error>(_ body: () throws(E) -> Int) throws(E) -> Int { try body() }
---
«do { _ = try typed{n}({k}, {c}); {fx:{c}} } catch { {fx:{c}}; let failed: Failed = error; _ = failed }|if (try? typed{n}({k}, {c})) == nil { {fx:{c}} }|_ = try? wrap{n} { () throws(Failed) -> Int in try typed{n}({k}, {c}) }|let number{n} = (try? typed{n}({k}, {c})) ?? 5; if number{n} == 5 { {fx:{c}} }|_ = wrap{n} { 1 }; {fx:{c}}|do throws(Failed) { _ = try typed{n}(1, {c}) } catch { {fx:{c}} }|let result{n} = Result { () throws(Failed) -> Int in try typed{n}({k}, {c}) }; if case .success(let x) = result{n}, x == {k} { {fx:{c}} }|switch Result(catching: { try typed{n}({k}, {c}) }) { case .success: {fx:{c}}
case .failure: {fx:{c}} }»
====
func order{n}(_ app: Container, _ isOn: Bool) throws -> Bool {
    defer { {fx:app} }
    «if isOn { defer { {fx:app} }; try mayThrow({cond}) }|for number in 0..<2 { defer { if number == 1 { {fx:app} } }; if isOn { break } }|guard isOn else { return touch(app) }|do { defer { {fx:app} }; try mayThrow(isOn) } catch is Other { {fx:app} }»
    defer { {fx:app} }
    return «touch(app, isOn)|wipe(app, isOn)|isOn»
}
---
«_ = try? order{n}({c}, {cond})|if (try? order{n}({c}, true)) == true { {fx:{c}} }|_ = try? order{n}({c}, false)|do { if try order{n}({c}, true) { {fx:{c}} } } catch { {fx:{c}} }|_ = (try? order{n}({c}, true)) ?? touch({c})»
====
«class|struct|final class» Made{n} {
    let app: Container
    init(_ app: Container, _ number: Int) throws {
        «self.app = app
        if number == {k} { throw Failed() }|if number == {k} { {fx:app}; throw Failed() }
        self.app = app|try mayThrow(number > 0)
        self.app = app|defer { {fx:app} }
        try mayThrow(number == {k})
        self.app = app»
        {fx:app}
    }
    init?(_ app: Container, if isOn: Bool) { {fx:app}; if !isOn { return nil }; self.app = app; {fx:app} }
}
---
«_ = try? Made{n}({c}, {k})|do { _ = try Made{n}({c}, {k}); {fx:{c}} } catch { {fx:{c}} }|_ = Made{n}({c}, if: {cond})|_ = Made{n}({c}, if: false)|if Made{n}({c}, if: true) == nil { {fx:{c}} }|if let made{n} = try? Made{n}({c}, {k}) { {fx:made{n}.app} } else { {fx:{c}} }|let all{n} = [0, 1, 2].compactMap { try? Made{n}({c}, $0) }; if all{n}.count == 2 { {fx:{c}} }»
====
func deep{n}(_ number: Int) throws -> Int? { if number == 0 { throw Failed() }; return number == 1 ? nil : number }
func path{n}(_ app: Container, _ number: Int) throws { guard let found = try deep{n}(number) else { {fx:app}; throw Other() }; if found > 1 { {fx:app} } }
---
«if try! deep{n}(1) == nil { {fx:{c}} }|if let one{n} = try? deep{n}({k}) { _ = one{n}; {fx:{c}} } else { {fx:{c}} }|if case .some(nil) = (try? deep{n}({k})) as Int?? { {fx:{c}} }|try? path{n}({c}, {k})|do { try path{n}({c}, {k}) } catch is Other { {fx:{c}} } catch { {fx:{c}} }|switch try? deep{n}({k}) { case nil: {fx:{c}}
case let x?: if x == 2 { {fx:{c}} } }|guard (try? path{n}({c}, {k})) != nil || true else { fatalError() }|_ = (try? deep{n}(0)) ?? ({yes:{c}} ? 1 : 2)|if (try? deep{n}({k}))?.description == "2" { {fx:{c}} }»
====
throws do {
    do { «throw Failed()|try mayThrow({cond})|throw Other()|try? mayThrow(true)» } catch is Failed { {fx:{c}}«|; throw Other()» }
    {fx:{c}}
} catch «is Other|let error where error is Other» { {fx:{c}} } catch { {fx:{c}} }
====
loop{n}: for number in 0..<3 {
    do {
        defer { «{fx:{c}}|if number == 1 { {fx:{c}} }» }
        if number == {k} { «break loop{n}|continue|throw Failed()|continue loop{n}» }
        {fx:{c}}
    } catch { {fx:{c}}«|; break» }
}
====
func never{n}() -> Never { fatalError() }
func find{n}(_ app: Container, _ number: Int) throws -> Container { switch number { case 0: throw Failed(); case 1: return app; default: return Container() } }
---
«let found{n} = (try? find{n}({c}, {k})) ?? {c}; {fx:found{n}}|if let found = try? find{n}({c}, {k}) { {fx:found} }|try? find{n}({c}, {k}).register { A() }|_ = try? find{n}({c}, {k}).resolve(A.self)|do { {do:(try find{n}({c}, {k}))} } catch { {fx:{c}} }|let found{n}: Container? = try? find{n}({c}, 1); found{n}?.reset()|(try? find{n}({c}, {k}))?.register { D() }»
"""
