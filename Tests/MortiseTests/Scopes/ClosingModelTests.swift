// SPDX-License-Identifier: MIT

import Testing

@testable import Mortise

/// The inputs of a closing container while others build and commit.
private enum Input: CaseIterable {
    case close
    case construct
    case commit
    case fail
    case dispose
    case end
}

@Suite struct `The end of a container` {
    private static let container = Container { $0.register(.singleton) { 1 } }

    /// Every path of some inputs, of those that are possible in a state.
    private func walk(_ depth: Int, _ visit: ([Input]) -> Void) {
        func go(_ inputs: [Input]) {
            visit(inputs)
            guard inputs.count < depth else { return }
            for input in Input.allCases { go(inputs + [input]) }
        }
        go([])
    }

    @Test func `begins once, refuses new builds, and disposes of everything once, in reverse`() {
        var ways = 0
        walk(6) { inputs in
            ways += 1
            var closing = Mortise.Closing()
            var begun = 0
            var underWay = 0
            var committed = 0
            var disposed = 0
            var released = 0
            for input in inputs {
                switch input {
                case .close:
                    let isFirst = closing.begin()
                    #expect(isFirst == (begun == 0))
                    begun += 1
                case .construct:
                    let mayBegin = closing.constructionBegins()
                    #expect(mayBegin == (begun == 0))
                    if mayBegin { underWay += 1 }
                case .commit where underWay > 0:
                    underWay -= 1
                    committed += 1
                    let closer = Closer(
                        slot: Self.container.registeredSlots[0],
                        holder: Holder(1),
                        disposals: Disposals([.now { _ in }])
                    )
                    var waiters: [Mortise.Closing.Waiter] = []
                    closing.add(closer)
                    closing.constructionEnds(resuming: &waiters)
                    #expect(waiters.isEmpty)
                case .fail where underWay > 0:
                    underWay -= 1
                    var waiters: [Mortise.Closing.Waiter] = []
                    closing.constructionEnds(resuming: &waiters)
                    #expect(waiters.isEmpty)
                case .dispose where begun > 0 && underWay == 0:
                    let closer = closing.next()
                    #expect((closer != nil) == (disposed < committed))
                    #expect(closing.left.count == committed - disposed)
                    if closer != nil { disposed += 1 }
                case .end where begun > 0 && underWay == 0 && disposed == committed:
                    let ended = closing.end(in: "app")
                    #expect(ended.waiters.isEmpty)
                    #expect(ended.report == nil)
                    released += ended.disposed.count
                    #expect(released == committed)
                    #expect(closing.phase == .closed)
                default: break
                }
                #expect(closing.underConstruction == underWay)
                #expect(closing.isOpen == (begun == 0))
            }
        }
        #expect(ways > 50_000)
    }
}
