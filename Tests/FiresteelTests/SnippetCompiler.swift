#if os(Linux) || os(macOS)
import Foundation
import Testing

/// The compiler that built this test, set up to see the modules that were built with it.
struct SnippetCompiler: Sendable {
    /// What the compiler said to one snippet.
    struct Answer: Sendable {
        struct Error: Sendable {
            let line: Int
            let text: String
        }

        let succeeded: Bool
        let output: String
        let errors: [Error]
    }

    /// What every snippet is compiled with.
    let arguments: [String]

    /// The compiler for the modules that lie beside this test's own binary.
    static func current() throws -> SnippetCompiler {
        let products = try builtProducts()
        let package = Snippet.folder.appending(path: "../../..").standardizedFileURL
        var arguments = [
            "-typecheck", "-parse-as-library", "-swift-version", "6",
            "-I", products.appending(path: "Modules").path(),
            "-module-cache-path", products.appending(path: "ModuleCache").path(),
        ]
        for feature in try upcomingFeatures(of: package) {
            arguments += ["-enable-upcoming-feature", feature]
        }
        // Without them the modules that import a C target don't load, and every snippet is refused.
        for moduleMap in try moduleMaps(in: products, package: package) {
            arguments += ["-Xcc", "-fmodule-map-file=\(moduleMap.path())"]
        }
        #if os(macOS)
        #if arch(arm64)
        arguments += ["-target", "arm64-apple-macosx15.0"]
        #else
        arguments += ["-target", "x86_64-apple-macosx15.0"]
        #endif
        #endif
        return SnippetCompiler(arguments: arguments)
    }

    /// Compiles a snippet as far as its types.
    func check(_ snippet: Snippet) async throws -> Answer {
        let log = FileManager.default.temporaryDirectory.appending(path: "\(snippet.name)-\(UUID()).log")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }

        let handle = try FileHandle(forWritingTo: log)
        defer { try? handle.close() }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swiftc"] + arguments + (try Snippet.sharedPaths()) + [snippet.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = handle
        process.standardError = handle
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        let output = try String(contentsOf: log, encoding: .utf8)
        return Answer(succeeded: status == 0, output: output, errors: Self.errors(in: output, of: snippet.path))
    }

    /// The errors that the compiler reported in one file; lines read `path:line:column: error: text`.
    static func errors(in output: String, of path: String) -> [Answer.Error] {
        output.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("\(path):") else { return nil }
            let parts = line.dropFirst(path.count + 1).split(separator: ":", maxSplits: 3)
            guard parts.count == 4, let number = Int(parts[0]), parts[2] == " error" else { return nil }
            return Answer.Error(line: number, text: String(parts[3].drop { $0 == " " }))
        }
    }

    /// The folder that this test was built into.
    private static func builtProducts() throws -> URL {
        let binary = try testBinary()
        var folder = URL(filePath: binary).standardizedFileURL
        // On macOS the binary lies deeper, in a bundle.
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let module = folder.appending(path: "Modules/Firesteel.swiftmodule")
            if FileManager.default.fileExists(atPath: module.path()) { return folder }
        }
        throw SetUpError.noModules(binary: binary)
    }

    /// The path of the file that this code was loaded from.
    private static func testBinary() throws -> String {
        #if os(Linux)
        return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #else
        // The process is the test runner's; the tests are a bundle that it loaded.
        var information = Dl_info()
        guard dladdr(#dsohandle, &information) != 0, let name = information.dli_fname else {
            throw SetUpError.noBinary
        }
        return String(cString: name)
        #endif
    }

    /// The upcoming features that the package's targets are written in, from its manifest.
    private static func upcomingFeatures(of package: URL) throws -> [String] {
        let manifest = try String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
        let features = manifest.matches(of: #/\.enableUpcomingFeature\("(\w+)"\)/#).map { String($0.output.1) }
        guard !features.isEmpty else { throw SetUpError.noUpcomingFeatures }
        return features
    }

    /// The module maps of the C targets: one that the target brings, else the one that the build made for it.
    private static func moduleMaps(in products: URL, package: URL) throws -> [URL] {
        let sources = package.appending(path: "Sources")
        return try FileManager.default.contentsOfDirectory(atPath: sources.path()).sorted().compactMap { target in
            [
                sources.appending(path: "\(target)/include/module.modulemap"),
                products.appending(path: "\(target).build/module.modulemap"),
            ].first { FileManager.default.fileExists(atPath: $0.path()) }
        }
    }

    enum SetUpError: Error, CustomStringConvertible {
        case noBinary
        case noModules(binary: String)
        case noUpcomingFeatures

        var description: String {
            switch self {
            case .noBinary:
                "The system doesn't know where the tests were loaded from."
            case .noModules(let binary):
                "No folder above \(binary) holds Modules/Firesteel.swiftmodule. Is the package built by SwiftPM?"
            case .noUpcomingFeatures:
                "Package.swift enables no upcoming feature, so that snippets would not be compiled as the package is."
            }
        }
    }
}
#endif
