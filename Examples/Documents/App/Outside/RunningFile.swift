import Foundation

/// The address and the token of the running app, in a file for other programs of the same user.
struct RunningFile: Codable {
    /// The app's port on 127.0.0.1.
    let port: UInt16
    /// The token that requests must contain.
    let token: String

    /// Writes the file, readable only by its owner from its creation.
    ///
    /// - Throws: ``CommandError`` with the system's message, or an error of Foundation.
    func write(to path: String) throws {
        try OwnerFile.write(try JSONEncoder().encode(self), to: path)
    }

    /// Reads the file; `nil` if it is missing, invalid, or accessible to other users.
    static func read(_ path: String) -> RunningFile? {
        OwnerFile.read(path).flatMap { try? JSONDecoder().decode(RunningFile.self, from: $0) }
    }

    /// Removes the file, unless another process has replaced it.
    func remove(from path: String) {
        guard Self.read(path)?.token == token else { return }
        unlink(path)
    }
}
