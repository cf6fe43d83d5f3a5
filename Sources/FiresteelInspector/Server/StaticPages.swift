import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelWeb
import Foundation
import HTTPTypes

/// Serves the pages' files.
///
/// They carry no data and need no token.
struct StaticPages: Sendable {
    private let pages: WebPages
    /// The destination of the bare address.
    private static let first = "home"

    init(_ pages: WebPages) {
        self.pages = pages
    }

    func answer(_ request: HTTPRequestMessage) throws -> ServerResponse {
        guard request.method == .get else { throw APIError.method(["GET"]) }
        // Browsers retain the fragment, and with it the token, after a redirect.
        if request.path == "/" { return ServerResponse(status: .found, fields: [.location: "/\(Self.first)"]) }
        if let parts = Router.parts(of: request.path), let file = pages.find(parts.joined(separator: "/")) {
            return try Self.response(.ok, file)
        }
        // A browser that opens an address accepts HTML, a script of a page doesn't.
        guard request.fields[.accept]?.contains("text/html") == true, let page = pages.missing else {
            throw APIError.notFound("There is no page at this address.")
        }
        return try Self.response(.notFound, page)
    }

    private static func response(_ status: HTTPResponse.Status, _ file: WebPages.File) throws -> ServerResponse {
        ServerResponse(
            status: status, fields: [.contentType: file.mediaType], body: .bytes(Array(try file.read())))
    }
}
