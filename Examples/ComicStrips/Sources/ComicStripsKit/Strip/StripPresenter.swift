// SPDX-License-Identifier: MIT

/// Fetches one strip and its picture.
package final class StripPresenter {
    private let number: Int
    private let strips: any StripService
    private let images: any ImageService
    weak var view: (any StripView)?

    init(number: Int, strips: any StripService, images: any ImageService) {
        self.number = number
        self.strips = strips
        self.images = images
    }

    func load() {
        do {
            let strip = try strips.strip(number)
            // The words are readable without the picture.
            view?.show(strip, try? images.picture(of: strip))
        } catch {
            view?.show("\(error)")
        }
    }
}
