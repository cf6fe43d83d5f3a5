import FiresteelHTTP
import HTTPTypes

extension HTTPRequestMessage {
    /// The path as it was sent, without the query.
    var path: String { (head.path ?? "").prefix { $0 != "?" }.description }
}
