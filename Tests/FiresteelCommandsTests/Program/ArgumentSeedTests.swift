import ArgumentParser
import Foundation
import Testing

@testable import FiresteelCommands

@Suite("Seeds of the fuzz target for arguments")
struct ArgumentSeedTests {
    @Test("Every seed is a command, a request for help, or an error of one line without control characters")
    func seeds() throws {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        folder.append(path: "Fuzz/Seeds/ArgumentsFuzz")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var (commands, errors) = (0, 0)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let arguments = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            do {
                _ = try FiresteelCommand.parseAsRoot(arguments)
                commands += 1
            } catch  where FiresteelCommand.exitCode(for: error) != .success {
                #expect(FiresteelCommand.exitCode(for: error) == .validationFailure)
                let line = FiresteelProgram.line(for: error, of: arguments)
                #expect(line.hasPrefix("firesteel: ") && line.hasSuffix(" shows its use."))
                #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
                errors += 1
            } catch {
                #expect(!FiresteelCommand.fullMessage(for: error).isEmpty)
            }
        }
        #expect(commands >= 5 && errors >= 2)
    }
}
