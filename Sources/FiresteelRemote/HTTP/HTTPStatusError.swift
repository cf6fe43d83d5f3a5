package import FiresteelFlags
package import FiresteelHTTP
package import Foundation
import HTTPTypes

/// The meaning of a status other than success.
package enum HTTPStatusError {
    /// Returns an error with a message.
    package static func of(_ response: HTTPResponseMessage<[UInt8]>, from address: URL) -> FlagError {
        let place = address.withoutSecrets
        return switch response.status.code {
        case 401, 403:
            FlagError(
                .providerFatal, "\(place) doesn't accept the credentials (status \(response.status.code)). Check them.")
        case 404: FlagError(.providerFatal, "\(place) doesn't exist (status 404). Check the address.")
        case 429: FlagError(.general, "\(place) received too many requests (status 429).")
        case 304: FlagError(.general, "\(place) responded “not modified” (status 304) to an unconditional request.")
        default: FlagError(.general, "\(place) responded with status \(response.status.code).")
        }
    }
}
