"""Definitions that are removed, replaced or registered again; containers that end."""

FORMS = r"""
let made{n} = {c}.register«|(.singleton)|(tag: {tag})» { A() }«|.implements((any Face).self) { $0 }»
«{c}.register { A() }|{c}.register(made{n})|let again{n} = {c}.register(made{n})|{c}.register(tag: {tag}) { A() }|{c}.remove(made{n})|Container(parent: {c}).register { A() }|if {cond} { {c}.register { A() } }|{c}.reset()|»
{c}.remove(made{n})
«|{c}.register(made{n})|{c}.register(made{n}); {c}.remove(made{n})|{c}.remove(made{n})|{c}.register { A() }»
====
let made{n} = {c}.register { «A|D»() }
let child{n} = «Container(parent: {c})|{c}.overriding()|{c}.overriding { $0.register { A() } }|Container(sources: [{c}])»
«child{n}.remove(made{n})|{c}.remove(made{n})|child{n}.register(made{n}); child{n}.remove(made{n})|child{n}.register(made{n}); {c}.remove(made{n})|child{n}.reset()|{c}.reset()|child{n}.register { A() }; {c}.remove(made{n})»
«|child{n}.register(made{n})|{c}.register { A() }»
+ child{n}
====
func add{n}(_ app: Container) -> Definition<A> { app.register { A() }«|.implements((any Face).self) { $0 }» }
---
let one{n} = add{n}({c})
«let two{n} = add{n}({c}); {c}.remove(«one{n}|two{n}»)|_ = add{n}({c}); {c}.remove(one{n})|let two{n} = add{n}(Container()); {c}.remove(two{n})|let all{n} = [one{n}, add{n}({c})]; all{n}.forEach { {c}.remove($0) }|let all{n} = [one{n}, add{n}({c})]; {c}.remove(all{n}[{k} % 2])|var kept{n} = one{n}; kept{n} = add{n}(Container()); {c}.remove(kept{n})|{c}.register(one{n}, tag: "x"); {c}.remove(one{n})|let two{n} = {c}.register(one{n}); {c}.remove(one{n}); {c}.remove(two{n})»
====
var made{n}: [Definition<A>] = []
for _ in 0..<{k} { made{n}.append({c}.register { A() }) }
«made{n}.forEach { {c}.remove($0) }|made{n}.first.map { {c}.remove($0) }|if let last = made{n}.popLast() { {c}.remove(last) }|for made in made{n}.dropLast() { {c}.remove(made) }|if let one = made{n}.first { {c}.register(one) }»
====
let made{n} = {c}.register { A() }
«made{n}.implements((any Face).self) { $0 }|made{n}.contributing()|made{n}.forAnyTag()|made{n}.replacing()»
«|{c}.register { A() as any Face }|{c}.register { A() }|{c}.register { D() }.implements((any Face).self) { $0 }»
{c}.remove(made{n})
ok({id}) { _ = try {c}.resolve((any Face).self) }
ok({id}) { _ = try {c}.resolve(A.self, tag: {tag}) }
====
let made{n} = {c}.decorate(A.self) { original, resolver in _ = try resolver.resolve(D.self); return original }
{c}.register { A() }
«|{ask}|ok({id}) { _ = try {c}.resolve(A.self) }|Container(parent: {c}).remove(made{n})»
«{c}.remove(made{n})|{c}.reset()|if {cond} { {c}.remove(made{n}) }|{c}.register { D() }|{c}.decorate(A.self) { original, _ in original }; {c}.remove(made{n})»
====
do {
    let inner{n} = «Container(parent: {c})|{c}.overriding { {do:$0} }|Container { {do:$0} }»
    {fx:inner{n}}
    «{c}.register { A() }|inner{n}.reset()|{c}.reset()|{ask:inner{n}}»
    ok({id}) { _ = try inner{n}.resolve(«A|D».self) }
}
====
let inner{n} = try? {c}.openScope("deep")«| { (box: Container) in {do:box} }»
«if let inner{n} { {fx:inner{n}} }|inner{n}?.register { A() }|{c}.register(.scoped("deep")) { A() }|{c}.register { A() }»
«_ = inner{n}?.closeWithoutDisposing()|if {cond} { _ = inner{n}?.closeWithoutDisposing() }|inner{n}?.reset()|»
if let inner{n} { ok({id}) { _ = try inner{n}.resolve(A.self) } }
====
let box{n} = Container(parent: {c})
{fx:box{n}}
«_ = {c}.closeWithoutDisposing()|_ = box{n}.closeWithoutDisposing()|if {cond} { _ = box{n}.closeWithoutDisposing() }|{c}.reset()»
ok({id}) { _ = try box{n}.resolve(«A|D».self) }
====
async «try? await {c}.close()|try? await {c}.close(deadline: .seconds(1))|let box{n} = Container(parent: {c}); try? await box{n}.close(); ok({id}) { _ = try box{n}.resolve(A.self) }|ok({id}) { _ = try {c}.resolve(A.self) }; try? await {c}.close()|if {cond} { try? await {c}.close() }|await okLater({id}) { try await {c}.withScope("deep", providing: { {do:$0} }) { box in {do:box}; _ = try box.resolve(A.self) } }|var kept{n}: Container?; try? await {c}.withScope("deep") { box in {do:box}; kept{n} = box }; if let kept{n} { ok({id}) { _ = try kept{n}.resolve(A.self) } }»
====
let overlay{n} = {c}.overriding { box in
    «{fx:box}|box.register { A() }; box.reset()|let made = box.register { A() }; box.remove(made)|box.register { A() }.replacing()»
}
«{c}.reset()|{c}.register { A() }|overlay{n}.reset()|{fx:overlay{n}}|»
+ overlay{n}
====
struct Kept{n} { var made: Definition<A>?; var app: Container; mutating func add() { «app.register { A() }; |»made = app.register { A() } }; mutating func drop() { if let made { app.remove(made) }; made = nil } }
---
var kept{n} = Kept{n}(app: {c})
kept{n}.add()
«kept{n}.drop()|kept{n}.add(); kept{n}.drop()|kept{n}.app = Container(); kept{n}.drop()|var copy{n} = kept{n}; copy{n}.drop(); copy{n}.drop()|if {cond} { kept{n}.drop() }|kept{n}.drop(); kept{n}.add()»
"""
