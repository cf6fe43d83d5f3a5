import FiresteelBase
import FiresteelFlags
import FiresteelHTTP
import Foundation
import HTTPTypes
import Synchronization

/// Sends the catalogue of a program to a Firesteel server that lacks that of its version.
///
/// The catalogue is created only when the server requests it, and in one run at most three times: a server that refuses it
/// doesn't receive it with each poll.
final class CatalogueSending: Sendable {
    /// The maximum size that a server accepts, in bytes.
    private static let maximumBytes = 2 << 20
    private static let maximumAttempts = 3

    private let base: URL
    private let version: String
    private let credentials: RemoteCredentials
    private let headers: HTTPFields
    private let json: @Sendable () throws -> Data
    private let attempts = Mutex(0)

    init(
        _ base: URL, version: String, credentials: RemoteCredentials, headers: HTTPFields,
        json: @escaping @Sendable () throws -> Data
    ) {
        self.base = base
        self.version = version
        self.credentials = credentials
        self.headers = headers
        self.json = json
    }

    /// Returns the request, or `nil` if the server doesn't want the catalogue.
    ///
    /// - Throws: An error if the catalogue can't be created or is too large.
    func request(after fields: HTTPFields) async throws -> HTTPRequestMessage? {
        guard fields[.firesteelCatalogue] == "wanted" else { return nil }
        let isDue = attempts.withLock { attempts in
            attempts += 1
            return attempts <= Self.maximumAttempts
        }
        guard isDue else { return nil }
        let body = [UInt8](try json())
        guard body.count <= Self.maximumBytes else {
            throw FlagError(
                .general,
                "The catalogue isn't sent: it has \(body.count) bytes, and the server accepts \(Self.maximumBytes).")
        }
        let segment = try PathSegment.encoded(version)
        guard
            var parts = URLComponents(url: base.appending(path: "ingest/v1/catalogues"), resolvingAgainstBaseURL: true)
        else { throw FlagError(.general, "“\(base.withoutSecrets)” is not a valid address.") }
        parts.percentEncodedPath += "/\(segment)"
        guard let url = parts.url else { throw FlagError(.general, "“\(version)” can't be part of an address.") }
        var request = HTTPRequestMessage(.put, url, fields: [.contentType: "application/json"], body: body)
        request.replaceFields(with: headers)
        request.fields[.contentDigest] = "sha-256=:\(Data(SHA256.hash(body)).base64EncodedString()):"
        try await credentials.add(to: &request)
        return request
    }
}
