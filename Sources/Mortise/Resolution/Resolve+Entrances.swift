// SPDX-License-Identifier: MIT

public import MortiseGraph

// The doors between the specialised code of clients and the rest of the engine.

extension UnsafeMutablePointer<Frame> {
    @usableFromInline @inline(never)
    func resolve<T>(_ type: T.Type, tag: Tag?) throws -> T {
        try request(type, tag: tag).resolve()
    }

    func request<T>(_ type: T.Type, tag: Tag?) -> Request<T> {
        Request(type, tag: tag, caller: self, view: pointee.table, thread: pointee.thread)
    }
}

extension Container {
    @usableFromInline @inline(never)
    func resolveOutermost<T>(_ type: T.Type, tag: Tag?) throws -> T {
        try inSession { caller, view, thread in
            try Request(
                type,
                tag: tag,
                caller: caller,
                view: view,
                thread: thread
            ).resolve()
        }
    }
}
