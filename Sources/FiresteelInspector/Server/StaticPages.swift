import FiresteelWeb
import Foundation

/// Serves the pages' files.
///
/// They carry no data and need no token.
struct StaticPages: Sendable {
    private let pages: WebPages
    /// The destination of the bare address.
    private static let first = "timeline"

    init(_ pages: WebPages) {
        self.pages = pages
    }

    func answer(_ request: HTTPRequest) throws -> HTTPResponse {
        guard request.method == "GET" else { throw APIError.method(["GET"]) }
        // Browsers keep the fragment, with the token, when they are redirected.
        if request.path == "/" { return HTTPResponse(status: .found, fields: [("Location", "/\(Self.first)")]) }
        guard let parts = Router.parts(of: request.path), let file = pages.find(parts.joined(separator: "/")) else {
            throw APIError.notFound("There is no page at this address.")
        }
        return HTTPResponse(
            status: .ok, fields: [("Content-Type", file.mediaType)], body: .bytes(Array(try file.read())))
    }
}
