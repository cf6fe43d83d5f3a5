import FiresteelBase
package import FiresteelFlags

/// Encoding of texts as one path segment of an address.
package enum PathSegment {
    /// Percent-encodes all characters except letters, digits and `-._~`.
    ///
    /// - Throws: An error for invalid segments: an empty text, and `.` and `..`, which servers and proxies resolve.
    package static func encoded(_ text: String) throws(FlagError) -> String {
        guard !text.isEmpty, text != ".", text != ".." else {
            throw FlagError(.general, "“\(text)” can't be part of an address.")
        }
        return PercentCoding.encode(text)
    }
}
