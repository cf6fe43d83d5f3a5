import FiresteelWeb
import Foundation
import HTTPTypes

/// The files of the dashboard: the kit's, and the server's own pages.
struct PageFiles: Sendable {
    /// Returns a file's response, or `nil` if there is none at the path.
    func response(to path: String, _ fields: HTTPFields) -> APIResponse? { nil }
}
