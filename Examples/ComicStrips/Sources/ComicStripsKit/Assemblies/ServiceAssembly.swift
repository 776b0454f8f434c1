// SPDX-License-Identifier: MIT

package import Foundation
package import MortiseEasyDi

/// The services that all screens share: one of each in a context.
package final class ServiceAssembly: Assembly {
    package var stripService: any StripService {
        define(scope: .lazySingleton, init: JSONStripService(client: jsonClient))
    }

    package var imageService: any ImageService {
        define(
            scope: .lazySingleton,
            init: CachingImageService(transport: transport, baseURL: baseURL)
        )
    }

    package var jsonClient: any JSONClient {
        define(
            scope: .lazySingleton,
            init: TransportJSONClient(transport: transport, baseURL: baseURL)
        )
    }

    /// The access to the server, which tests replace.
    package var transport: any Transport {
        define(scope: .lazySingleton, init: FileTransport())
    }

    /// The address of the server.
    package var baseURL: URL {
        define(scope: .lazySingleton, init: ShippedData.folder)
    }
}
