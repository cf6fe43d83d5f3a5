#if os(Linux) || os(macOS)
import Foundation

/// The folder that the tests were built into, and what the compiler has to know of the package.
struct BuiltProducts: Sendable {
    let folder: URL

    private static let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    /// The folder that the running tests lie in.
    static func current() throws -> BuiltProducts {
        let binary = try testBinary()
        var folder = URL(filePath: binary).standardizedFileURL
        // On macOS the binary lies deeper, in a bundle.
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let modules = folder.appending(path: "Modules/CompilerTesting.swiftmodule")
            if FileManager.default.fileExists(atPath: modules.path(percentEncoded: false)) {
                return BuiltProducts(folder: folder)
            }
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
    static func upcomingFeatures() throws -> [String] {
        let manifest = try String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
        let features = manifest.matches(of: #/\.enableUpcomingFeature\("(\w+)"\)/#).map { String($0.output.1) }
        guard !features.isEmpty else { throw SetUpError.noUpcomingFeatures }
        return features
    }

    /// The module maps of the C targets: one that the target brings, else the one that the build made for it.
    func moduleMaps() throws -> [URL] {
        let sources = Self.package.appending(path: "Sources")
        return try FileManager.default.contentsOfDirectory(atPath: sources.path(percentEncoded: false)).sorted()
            .compactMap { target in
                [
                    sources.appending(path: "\(target)/include/module.modulemap"),
                    folder.appending(path: "\(target).build/module.modulemap"),
                ].first { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
            }
    }

    /// The object files of a target, as the build lists them: its folder may contain those of deleted files.
    func objects(of target: String) throws -> [URL] {
        struct Outputs: Decodable {
            let object: String?
        }
        let list = try Data(contentsOf: folder.appending(path: "\(target).build/output-file-map.json"))
        return try JSONDecoder().decode([String: Outputs].self, from: list).values.compactMap(\.object).sorted()
            .map { URL(filePath: $0) }
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
                "No folder above \(binary) holds Modules/CompilerTesting.swiftmodule. Is the package built by SwiftPM?"
            case .noUpcomingFeatures:
                "Package.swift enables no upcoming feature, so that nothing would be compiled as the package is."
            }
        }
    }
}
#endif
