import Foundation
import Testing

/// A block of JSON as the README or a guide shows it.
struct ShownJSON {
    /// The contents of the block.
    let text: String

    /// - Parameters:
    ///   - page: The name of the page, without its extension.
    ///   - number: Which block of JSON it is on the page, from 1.
    init(_ page: String, _ number: Int) throws {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: "Sources").path)
            .filter { $0.contains(".docc/") && $0.hasSuffix("/\(page).md") }
        let place = try #require(page == "README" ? "README.md" : paths.first.map { "Sources/\($0)" })
        let shown = try String(contentsOf: root.appending(path: place), encoding: .utf8)
        let parts = shown.components(separatedBy: "```json\n")
        try #require(parts.indices.dropFirst().contains(number), "\(page) has \(parts.count - 1) blocks of JSON.")
        text = try #require(parts[number].components(separatedBy: "\n```").first)
    }

    /// The contents of the block, in UTF-8.
    var bytes: [UInt8] { Array(text.utf8) }
}
