package import FiresteelFlags
package import FiresteelHTTP
package import Foundation
import HTTPTypes

/// The meaning of a status other than success.
package enum HTTPStatusError {
    /// Returns an error with a message.
    package static func of(_ response: HTTPResponseMessage<[UInt8]>, from address: URL) -> FlagError {
        let server = address.withoutSecrets
        return switch response.status.code {
        case 401, 403:
            FlagError(
                .providerFatal, "\(server) doesn't accept the credentials (status \(response.status.code)). Check them."
            )
        case 404: FlagError(.providerFatal, "\(server) doesn't exist (status 404). Check the address.")
        case 429: FlagError(.general, "\(server) received too many requests (status 429).")
        case 304: FlagError(.general, "\(server) responded “not modified” (status 304) to an unconditional request.")
        default: FlagError(.general, "\(server) responded with status \(response.status.code).")
        }
    }
}
