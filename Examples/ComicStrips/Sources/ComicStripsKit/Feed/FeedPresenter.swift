// SPDX-License-Identifier: MIT

/// Fills the list of a feed screen, and opens strips.
package final class FeedPresenter {
    package let list: StripList
    private let service: any StripService
    weak var view: (any FeedView)?
    /// Makes the screen of the strip with a number.
    var makeScreen: ((_ number: Int) -> StripScreen)?

    init(list: StripList, service: any StripService) {
        self.list = list
        self.service = service
    }

    func load() {
        do {
            list.strips = try service.newest(10)
        } catch {
            view?.show("\(error)")
        }
    }

    func screen(forRow row: Int) -> StripScreen? {
        guard list.strips.indices.contains(row) else { return nil }
        return makeScreen?(list.strips[row].number)
    }
}
