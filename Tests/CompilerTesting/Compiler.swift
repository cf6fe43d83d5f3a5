#if os(Linux) || os(macOS)
import TestSupport
package import Foundation

/// The compiler that built these tests, set up to see the modules that were built with them.
package struct Compiler: Sendable {
    /// The compiler's result.
    package struct Answer: Sendable {
        package let succeeded: Bool
        /// All that it printed.
        package let output: String
        /// The diagnostics of all files.
        package let diagnostics: [Diagnostic]
    }

    private let products: BuiltProducts
    /// The arguments of every compilation.
    private let arguments: [String]

    /// The compiler for the modules that lie beside the tests' own binary.
    package static func current() throws -> Compiler {
        let products = try BuiltProducts.current()
        var arguments = [
            "-parse-as-library", "-swift-version", "6", "-whole-module-optimization", "-package-name", "tests",
            "-I", products.folder.appending(path: "Modules").path(percentEncoded: false),
            "-module-cache-path", products.folder.appending(path: "ModuleCache").path(percentEncoded: false),
        ]
        for feature in try BuiltProducts.upcomingFeatures() {
            arguments += ["-enable-upcoming-feature", feature]
        }
        // Without them the modules that import a C target don't load, and every file is refused.
        for moduleMap in try products.moduleMaps() {
            arguments += ["-Xcc", "-fmodule-map-file=\(moduleMap.path(percentEncoded: false))"]
        }
        #if os(macOS)
        #if arch(arm64)
        arguments += ["-target", "arm64-apple-macosx15.0"]
        #else
        arguments += ["-target", "x86_64-apple-macosx15.0"]
        #endif
        #endif
        return Compiler(products: products, arguments: arguments)
    }

    /// Compiles files, together one module, as far as their types.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - imports: Modules that every file sees without importing them.
    ///   - macros: The target whose macros the files may use. With it, the answer's output says what they wrote.
    package func check(_ files: [URL], imports: [String] = [], macros: String? = nil) async throws -> Answer {
        var options = ["-typecheck"]
        for module in imports { options += ["-Xfrontend", "-import-module", "-Xfrontend", module] }
        if let macros {
            let plugin = products.folder.appending(path: "\(macros)-tool").path(percentEncoded: false)
            options += ["-load-plugin-executable", "\(plugin)#\(macros)", "-Xfrontend", "-dump-macro-expansions"]
        }
        return try await withTemporaryFolder { folder in
            let report = folder.appending(path: "Diagnostics.dia")
            options += ["-Xfrontend", "-serialize-diagnostics-path", "-Xfrontend", report.path(percentEncoded: false)]
            let result = try await Command.run(
                "swiftc", arguments + options + files.map { $0.path(percentEncoded: false) })
            // There is none where the compiler didn't get as far as the files.
            let bytes = (try? Data(contentsOf: report)).map(Array.init) ?? []
            return Answer(
                succeeded: result.succeeded, output: result.output,
                diagnostics: try SerializedDiagnostics.read(bytes))
        }
    }

    /// Compiles files to a program that needs targets of the package, which themselves need no others.
    ///
    /// Warnings are errors.
    package func build(_ program: URL, of files: [URL], linking targets: String...) async throws -> Command.Result {
        let inputs = try files + targets.flatMap { try products.objects(of: $0) }
        return try await Command.run(
            "swiftc",
            arguments + ["-warnings-as-errors", "-o", program.path(percentEncoded: false)]
                + inputs.map { $0.path(percentEncoded: false) })
    }
}
#endif
