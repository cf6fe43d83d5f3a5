import Foundation

/// The token with which the program receives a server's flags.
enum ServerToken: Sendable {
    case text(String)
    /// The path of a file with a token, which may not exist yet.
    case file(String)

    /// The largest file that is read, in bytes.
    private static let maximumBytes = 4_096

    /// Returns the token in a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - prefixes: The beginnings of acceptable tokens; those of the kind server by default.
    /// - Throws: ``CommandError`` if it can't be read, or has no such token.
    static func read(_ path: String, prefixes: [String] = ["fs_server_"]) throws(CommandError) -> String {
        let bytes: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            bytes = try handle.read(upToCount: maximumBytes) ?? Data()
        } catch {
            throw CommandError(
                "Can’t read the server’s token in \(path): \(error.localizedDescription) It is read again every few seconds."
            )
        }
        let token = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard prefixes.contains(where: { token.hasPrefix($0) }), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            let kind = prefixes.first == "fs_server_" ? "server" : "ingest"
            throw CommandError(
                "\(path) has no token of the kind \(kind). Create one with “firesteel-server token --kind \(kind)”.")
        }
        return token
    }
}
