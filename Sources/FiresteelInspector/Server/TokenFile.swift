import FiresteelBase
import FiresteelFlags
import FiresteelHTTPServer
import Foundation

/// The file that stores a token for the next start.
struct TokenFile {
    let file: URL

    /// Returns the stored token, or stores a new one if it is missing, invalid, or accessible to others.
    ///
    /// - Throws: ``InspectorError/tokenFile(path:reason:)`` if the file belongs to another user, or can't be read or written.
    func token() throws(InspectorError) -> SecretToken {
        let data: Data?
        do {
            data = try PrivateFile.read(file, limit: 64)
        } catch {
            throw failure(FileErrorText.reason(of: error))
        }
        let text = data.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) }
        guard let token = text.flatMap({ SecretToken($0) }) else { return try create() }
        return token
    }

    private func create() throws(InspectorError) -> SecretToken {
        let token = SecretToken()
        do {
            try FileReplacement.replace(file.path, with: Array((token.reveal() + "\n").utf8), createsFolder: true)
        } catch {
            throw failure(FileErrorText.reason(of: error))
        }
        return token
    }

    private func failure(_ reason: String) -> InspectorError { .tokenFile(path: file.path, reason: reason) }
}
