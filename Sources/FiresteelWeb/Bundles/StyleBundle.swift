import Foundation

/// A style sheet with those that it imports, without comments and indentation.
struct StyleBundle {
    /// The text.
    let text: String

    /// Combines a style sheet with all that it imports by `@import url("…");`, one in a line.
    /// - Parameters:
    ///   - path: The path of the style sheet.
    ///   - read: Returns the text of the style sheet at a path.
    /// - Throws: ``HTMLExportError``, or the error of `read`.
    init(_ path: String, read: (String) throws -> String) throws {
        try self.init(path, below: [], read: read)
    }

    private init(_ path: String, below parents: [String], read: (String) throws -> String) throws {
        guard !parents.contains(path) else {
            throw HTMLExportError("Can't create the page from the style sheet \(path): It imports itself.")
        }
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        var style = ""
        var isInComment = false
        for line in try read(path).split(separator: "\n") {
            var line = line.drop { $0 == " " }
            if isInComment {
                guard let end = line.range(of: "*/") else { continue }
                isInComment = false
                line = line[end.upperBound...]
            }
            while let start = line.range(of: "/*") {
                let end = line[start.upperBound...].range(of: "*/")
                isInComment = end == nil
                line = line[..<start.lowerBound] + (end.map { line[$0.upperBound...] } ?? "")
            }
            if line.hasPrefix("@import url(\"") {
                let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
                guard parts.count == 3, !parts[1].isEmpty else {
                    throw HTMLExportError("Can't create the page from the style sheet \(path): \(line) can't be read.")
                }
                style += try Self("\(folder)/\(parts[1])", below: parents + [path], read: read).text
            } else if !line.isEmpty {
                style += line + "\n"
            }
        }
        text = style
    }
}
