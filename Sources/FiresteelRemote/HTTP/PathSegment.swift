import FiresteelBase
package import FiresteelFlags

/// Texts as one segment of an address's path.
package enum PathSegment {
    /// Percent-encodes everything but letters, digits and `-._~`.
    ///
    /// - Throws: For what can't be a segment: nothing, `.` and `..`, which servers and proxies resolve.
    package static func encoded(_ text: String) throws(FlagError) -> String {
        guard !text.isEmpty, text != ".", text != ".." else {
            throw FlagError(.general, "“\(text)” can't stand in an address.")
        }
        return PercentCoding.encode(text)
    }
}
