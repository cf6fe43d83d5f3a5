package import FiresteelFlags
import Foundation

/// Texts as one segment of an address's path.
package enum PathSegment {
    /// Percent-encodes everything but letters, digits and `-._~`.
    ///
    /// - Throws: For what can't be a segment: nothing, `.` and `..`, which servers and proxies resolve.
    package static func encoded(_ text: String) throws(FlagError) -> String {
        let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        guard !text.isEmpty, text != ".", text != "..",
            let encoded = text.addingPercentEncoding(withAllowedCharacters: allowed)
        else { throw FlagError(.general, "“\(text)” can't stand in an address.") }
        return encoded
    }
}
