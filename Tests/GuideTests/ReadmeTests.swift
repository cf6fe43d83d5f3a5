#if os(Linux) || os(macOS)
import Foundation
import Testing

@Suite("README")
struct ReadmeTests {
    @Test("The program of the README prints what the README says")
    func output() throws {
        let process = Process()
        process.executableURL = Self.products.appending(path: "Notes")
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)

        let readme = URL(filePath: #filePath).appending(path: "../../../README.md").standardizedFileURL
        let text = try String(contentsOf: readme, encoding: .utf8)
        #expect(text.contains("```text\n\(output)```\n"), "It printed: \(output)")
    }

    /// The folder of the programs that were built with this test.
    private static var products: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
    }
}
#endif
