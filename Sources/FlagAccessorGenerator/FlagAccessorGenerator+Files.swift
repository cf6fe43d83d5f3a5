#if CommandLine || Everything || FlagAccessors
import ArgumentParser
import FlagAccessors
import Foundation

extension FlagAccessorGenerator {
    func read(_ path: String) throws -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            try fail("\(path):1:1: error: Can't read the file: \(error.localizedDescription)")
        }
    }

    func write(_ source: String) throws {
        guard let output else {
            try FileHandle.standardOutput.write(contentsOf: Data(source.utf8))
            return
        }
        do {
            try Data(source.utf8).write(to: URL(filePath: output), options: .atomic)
        } catch {
            try fail("error: Can't write “\(output)”: \(error.localizedDescription)")
        }
    }

    func report(_ diagnostics: [FlagFileDiagnostic], path: String) {
        for diagnostic in diagnostics { printToError(diagnostic.report(path: path)) }
    }

    private func fail(_ message: String) throws -> Never {
        printToError(message)
        throw ExitCode.failure
    }

    private func printToError(_ line: String) {
        // If standard error is closed, there is no other place to report to.
        try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
    }
}

extension AccessLevel: ExpressibleByArgument {}
#endif
