// SPDX-License-Identifier: MIT

import Mortise

// Properties with wrappers that the program declares.

struct A {}

@propertyWrapper struct Logged0<T> { var wrappedValue: T; var projectedValue: Self { self } }
struct S0 { @Logged0 var c = Container() }
func program0() throws {
    let s = S0(); s.c.register { A() }
    _ = try? s.$c.wrappedValue.resolve(A.self)
    _ = try? s.c.resolve(A.self)
}
try program0()

@propertyWrapper struct Logged1<T> { var wrappedValue: T; var projectedValue: T { wrappedValue } }
final class S1 { @Logged1 var c = Container(); func go1() { _c.wrappedValue.register { A() } } }
func program1() throws {
    let s = S1(); s.go1()
    _ = try? s.c.resolve(A.self)
    _ = try? s.$c.resolve(A.self)
}
try program1()

let c2 = Container()
@propertyWrapper struct Init2 {
    let wrappedValue: Int; init(wrappedValue: Int) { self.wrappedValue = wrappedValue; c2.reset() }
}
struct S2 { @Init2 var n: Int }
func program2() throws {
    c2.register { A() }; _ = S2(n: 1)
    _ = try? c2.resolve(A.self)
}
try program2()

@propertyWrapper struct Logged3<T> { var wrappedValue: T; var projectedValue: Self { self } }
struct S3 { @Logged3 var c = Container() }
func use3(_ c: Container) { c.register { A() } }
func program3() throws {
    let s = S3(); use3(s.c)
    _ = try? s.$c.wrappedValue.resolve(A.self)
}
try program3()

@propertyWrapper struct Logged4<T> { var wrappedValue: T; var projectedValue: Self { self } }
let made4 = Container()
struct S4 { @Logged4 var c = made4 }
func program4() throws {
    let s = S4(); s.c.register { A() }
    _ = try? made4.resolve(A.self)
}
try program4()

@propertyWrapper struct Logged5<T> {
    var wrappedValue: T {
        get { made5.reset(); return stored }
        set { stored = newValue }
    }
    var stored: T; init(wrappedValue: T) { stored = wrappedValue }
}
let made5 = Container()
struct S5 { @Logged5 var c = 1 }
func program5() throws {
    made5.register { A() }
    let s = S5(); _ = s.c
    _ = try? made5.resolve(A.self)
}
try program5()

@propertyWrapper struct Outer6<T> { var wrappedValue: T }
@propertyWrapper struct Inner6<T> { var wrappedValue: T }
let made6 = Container()
struct S6 { @Outer6 @Inner6 var c = made6 }
func program6() throws {
    let s = S6(); s.c.register { A() }
    _ = try? made6.resolve(A.self)
}
try program6()

@propertyWrapper struct Logged7<T> { var wrappedValue: T }
let made7 = Container()
final class S7 { @Logged7 var c: Container; init() { c = made7 } }
func program7() throws {
    let s = S7(); s.c.register { A() }
    _ = try? made7.resolve(A.self)
}
try program7()

// Made of a value by the initializer that the compiler writes, and set through what it projects.
@propertyWrapper final class Kept8 {
    var wrappedValue: Container { didSet { oldValue.register { A() } } }
    var projectedValue: Kept8 { self }
    init(wrappedValue: Container) { self.wrappedValue = wrappedValue }
}
struct S8 { @Kept8 var c: Container }
func program8() throws {
    let first = Container(), second = Container(), third = Container()
    let s = S8(c: first)
    let copy = s
    copy.$c.wrappedValue = second
    s.c = third
    _ = try? first.resolve(A.self)
    _ = try? second.resolve(A.self)
    _ = try? third.resolve(A.self)
}
try program8()

// Set where it is not known whose it is.
final class Kept9 {
    var c: Container { didSet { oldValue.register { A() } } }
    init(c: Container) { self.c = c }
}
func program9() throws {
    let first = Container()
    let all = [Kept9(c: first)].shuffled()
    all[0].c = Container()
    _ = try? first.resolve(A.self)
}
try program9()

// Two wrappers: the initializer makes both.
@propertyWrapper struct Outer10<T> { var wrappedValue: T }
@propertyWrapper final class Inner10 {
    var wrappedValue: Container { didSet { oldValue.register { A() } } }
    init(wrappedValue: Container) { self.wrappedValue = wrappedValue }
}
struct S10 { @Outer10 @Inner10 var c: Container }
func program10() throws {
    let first = Container()
    var s = S10(c: first)
    s.c = Container()
    _ = try? first.resolve(A.self)
}
try program10()
