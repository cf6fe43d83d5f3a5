import Foundation

/// Measures a group in a process of its own.
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

    /// A group that could not be measured.
    ///
    /// What it said stands on standard error.
    struct GroupError: Error, CustomStringConvertible {
        let group: String
        let status: Int32

        var description: String { "The group \"\(group)\" ended with \(status)." }
    }
}
