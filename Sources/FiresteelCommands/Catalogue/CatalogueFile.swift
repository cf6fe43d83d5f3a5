import FiresteelCatalogue
import Foundation

/// Reads and writes catalogue files.
enum CatalogueFile {
    /// Returns the catalogue in a file, or in standard input for “-”.
    static func read(_ path: String) throws -> Catalogue {
        let bytes = try InputFile.read(path)
        do {
            return try Catalogue(json: Data(bytes))
        } catch {
            throw CommandError(.data, "\(path): \(PlainText.line(error.description))")
        }
    }

    /// Returns encoded data as text.
    static func text(_ encode: () throws -> Data) throws -> String {
        do {
            return String(decoding: try encode(), as: UTF8.self)
        } catch {
            throw CommandError(.data, "Can't encode the catalogue as JSON: \(error)")
        }
    }
}
