import Foundation
import Testing

/// Reads archives with programs that know nothing of the library that wrote them.
enum ZipReader {
    /// Whether both programs are there; continuous integration has them, and fails without.
    static let isThere =
        ProcessInfo.processInfo.environment["CI"] == "true"
        || run(["unzip", "-v"]) != nil && run(["python3", "-c", "import zipfile"]) != nil

    struct Entry: Decodable {
        let name: String
        let isUTF8: Bool
        let isDeflated: Bool
        let modified: [Int]
        let contents: String

        var text: String { String(decoding: Data(base64Encoded: contents) ?? Data(), as: UTF8.self) }
    }

    /// The files of an archive that both programs find in order.
    static func entries(_ url: URL) throws -> [Entry] {
        try #require(run(["unzip", "-tqq", url.path]) != nil, "unzip finds fault with the archive")
        let script = """
            import base64, json, sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            assert z.testzip() is None
            print(json.dumps([{"name": i.filename, "isUTF8": bool(i.flag_bits & 0x800), "isDeflated": i.compress_type == 8,
                "modified": list(i.date_time), "contents": base64.b64encode(z.read(i)).decode()} for i in z.infolist()]))
            """
        let output = try #require(run(["python3", "-c", script, url.path]), "python finds fault with the archive")
        return try JSONDecoder().decode([Entry].self, from: output)
    }

    /// The texts of an archive by their names.
    static func texts(_ url: URL) throws -> [String: String] {
        Dictionary(uniqueKeysWithValues: try entries(url).map { ($0.name, $0.text) })
    }

    /// Returns the output of a program, `nil` if it fails.
    private static func run(_ arguments: [String]) -> Data? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return process.terminationStatus == 0 ? data : nil
        } catch {
            return nil
        }
    }
}
