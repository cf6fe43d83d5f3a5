import FiresteelFlags
import Foundation

/// The file of a token that outlives the program.
struct TokenFile {
    let file: URL

    /// Returns the stored token, or stores a new one if there is none that only its owner could read.
    ///
    /// - Throws: ``InspectorError/tokenFile(path:reason:)`` if it belongs to another user, or can't be read or written.
    func token() throws(InspectorError) -> AccessToken {
        let data: Data?
        do {
            data = try PrivateFile.read(file, limit: 64)
        } catch {
            throw failure(FileErrorText.reason(of: error))
        }
        let text = data.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) }
        guard let token = text.flatMap({ AccessToken($0) }) else { return try create() }
        return token
    }

    private func create() throws(InspectorError) -> AccessToken {
        let token = AccessToken()
        do {
            try PrivateFile.replace(file, with: Data((token.reveal() + "\n").utf8))
        } catch {
            throw failure(FileErrorText.reason(of: error))
        }
        return token
    }

    private func failure(_ reason: String) -> InspectorError { .tokenFile(path: file.path, reason: reason) }
}
