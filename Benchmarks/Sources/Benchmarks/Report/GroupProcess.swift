import Foundation

/// Measures a group in a separate process.
enum GroupProcess {
    static func run(_ group: String) throws -> [Measurement] {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["--group", group]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw GroupError(group: group, status: process.terminationStatus) }
        return try JSONDecoder().decode([Measurement].self, from: bytes)
    }

    /// An error if a group couldn't be measured.
    ///
    /// Its own message is on standard error.
    struct GroupError: Error, CustomStringConvertible {
        let group: String
        let status: Int32

        var description: String { "Can't measure the group \"\(group)\": its process ended with status \(status)." }
    }
}
