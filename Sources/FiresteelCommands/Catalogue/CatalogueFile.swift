import Firesteel
import Foundation

/// Files that hold catalogues.
enum CatalogueFile {
    /// The catalogue in a file, or in standard input where it is “-”.
    static func read(_ path: String) throws -> Catalogue {
        let bytes = try InputFile.read(path)
        do {
            return try Catalogue(json: Data(bytes))
        } catch {
            throw CommandError(.data, "\(path): \(PlainText.line(error.description))")
        }
    }

    /// What was encoded, as a text.
    static func text(_ encode: () throws -> Data) throws -> String {
        do {
            return String(decoding: try encode(), as: UTF8.self)
        } catch {
            throw CommandError(.data, "It can't be written as JSON: \(error)")
        }
    }
}
