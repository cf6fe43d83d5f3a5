import Configuration
import Foundation

/// A file of JSON as swift-configuration reads it.
enum JSONFile {
    static func configuration(_ text: String) async throws -> Configuration.FileProvider<JSONSnapshot> {
        let file = FileManager.default.temporaryDirectory.appending(path: "firesteel-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let path = ConfigValue(.string(file.path(percentEncoded: false)), isSecret: false)
        let settings = InMemoryProvider(values: [AbsoluteConfigKey(["filePath"]): path])
        return try await Configuration.FileProvider<JSONSnapshot>(config: ConfigReader(provider: settings))
    }
}
