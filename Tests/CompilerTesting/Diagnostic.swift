/// A diagnostic of the compiler.
package struct Diagnostic: Sendable {
    package enum Severity: Sendable {
        case error
        case warning
        case note
        case remark
    }

    /// A change of the file that fixes it.
    package struct Edit: Sendable, Hashable {
        /// The replaced range, in bytes from the file's beginning.
        package let range: Range<Int>
        package let text: String
    }

    package let severity: Severity
    package let message: String
    /// The file, or the name of what a macro wrote; empty where it is about no file.
    package let path: String
    /// Counted from 1.
    package let line: Int
    /// Counted from 1, in bytes.
    package let column: Int
    /// The edits that the compiler offers, all of them together.
    package internal(set) var edits: [Edit] = []
    /// The attached notes.
    package internal(set) var notes: [Diagnostic] = []
}

extension Collection<Diagnostic.Edit> {
    /// A source with all of the changes.
    package func applied(to source: String) -> String {
        var bytes = Array(source.utf8)
        for edit in Set(self).sorted(by: { $0.range.lowerBound > $1.range.lowerBound })
        where edit.range.upperBound <= bytes.count {
            bytes.replaceSubrange(edit.range, with: edit.text.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
