/// The field `If-None-Match` (RFC 9110, section 13.1.2), read byte by byte: most requests of programs have it.
package enum IfNoneMatch {
    /// Whether one of the tags of a field is a tag, weak or not, or any.
    package static func contains(_ tag: String, in field: String?) -> Bool {
        guard let field else { return false }
        if field == tag { return true }
        return field.utf8.split(separator: UInt8(ascii: ",")).contains { part in
            var part = part.drop { $0 == 0x20 || $0 == 0x09 }
            while part.last == 0x20 || part.last == 0x09 { part.removeLast() }
            if part.starts(with: "W/".utf8) { part = part.dropFirst(2) }
            return part.elementsEqual(tag.utf8) || part.elementsEqual("*".utf8)
        }
    }

    /// Returns the highest revision of the tags of a field, each of which begins with one, or 0.
    package static func revision(_ field: String?) -> Int64 {
        guard let field else { return 0 }
        var highest: Int64 = 0
        for part in field.utf8.split(separator: UInt8(ascii: ",")) {
            var revision: Int64 = 0
            let digits = part.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x57 || $0 == 0x2F || $0 == 0x22 }
            for digit in digits {
                guard (0x30...0x39).contains(digit) else { break }
                let (tens, isLarge) = revision.multipliedReportingOverflow(by: 10)
                let (sum, isLarger) = tens.addingReportingOverflow(Int64(digit - 0x30))
                // No revision of this server.
                guard !isLarge, !isLarger else {
                    revision = 0
                    break
                }
                revision = sum
            }
            highest = max(highest, revision)
        }
        return highest
    }
}
