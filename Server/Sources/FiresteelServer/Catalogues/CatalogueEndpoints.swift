import Crypto
import FiresteelCatalogue
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import Foundation
import HTTPTypes

/// The endpoint to which programs send their catalogue, once per version.
///
/// Only tokens of the kind `server` may: those of the kind `client` are in apps, where anyone can read them.
struct CatalogueEndpoints: Sendable {
    let catalogues: CatalogueDirectory

    var all: [Endpoint] {
        [
            Endpoint(
                method: .put, path: "/ingest/v1/catalogues/{version}", id: "storeCatalogue",
                summary: "Stores the catalogue of a version of the program. “Content-Digest” has its SHA-256",
                access: .program([.server]), request: ["type": "object"], response: nil, status: .noContent,
                bodyLimit: Catalogue.maximumBytes, handle: store)
        ]
    }

    private func store(_ request: APIRequest) async throws -> HTTPServerResponse {
        guard case .token(let token) = request.caller else { throw HTTPProblem.unauthorized }
        let version = try ProgramVersion.named(in: request)
        let body = try request.undamagedBody()
        _ = try await Offload.run { () -> Result<Catalogue, HTTPProblem> in
            do throws(HTTPProblem) {
                return .success(try Catalogue.received(body))
            } catch {
                return .failure(error)
            }
        }.get()
        try await catalogues.store(String(decoding: body, as: UTF8.self), version: version, of: token.program)
        return .empty
    }
}

/// The versions that programs report.
enum ProgramVersion {
    /// Whether a text is a version: 1 to 64 visible characters of ASCII or spaces.
    static func isValid(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Returns the version that the path of a request names.
    static func named(in request: APIRequest) throws(HTTPProblem) -> String {
        let version = request.parameter("version")
        guard isValid(version) else {
            throw HTTPProblem.badRequest("A version has 1 to 64 visible characters of ASCII.")
        }
        return version
    }
}

extension APIRequest {
    /// Returns the body, if it is the one that `Content-Digest` describes.
    func undamagedBody() throws(HTTPProblem) -> [UInt8] {
        let digest = Data(SHA256.hash(data: body)).base64EncodedString()
        guard let given = fields[.contentDigest] else {
            throw HTTPProblem.badRequest("“Content-Digest” is missing. Send the SHA-256 of the body: sha-256=:…:")
        }
        let digests = given.split(separator: ",").map { $0.filter { $0 != " " } }
        guard digests.contains("sha-256=:\(digest):") else {
            throw HTTPProblem.badRequest("The body isn't the one that “Content-Digest” describes. Send it again.")
        }
        return body
    }
}

extension HTTPField.Name {
    /// The digest of a body (RFC 9530).
    static let contentDigest = HTTPField.Name(known: "Content-Digest")
    /// Whether a program is to send its catalogue: `wanted`.
    static let catalogue = HTTPField.Name(known: "X-Firesteel-Catalogue")
}
