#if CommandLine || Everything || FlagAccessors
import ArgumentParser
import FlagAccessors
import Foundation

/// Writes the Swift accessors of a flag file.
@main
struct FlagAccessorGenerator: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "firesteel-flag-accessors",
        abstract: "Generates typed Swift accessors for a flag file.",
        discussion: """
            The file has the format of flagd, JustTweak or Toggles. Its errors are printed in the format of \
            compilers, with file, line and column.
            """)

    @Argument(help: "The flag file.")
    var file: String

    @Option(name: .shortAndLong, help: "The output file. By default standard output.")
    var output: String?

    @Option(help: "The name of the container. By default derived from the file's name.")
    var type: String?

    @Option(help: "The access level of the accessors: \(AccessLevel.allCases.map(\.rawValue).joined(separator: ", ")).")
    var access: AccessLevel?

    @Option(help: "A settings file such as {\"access\": \"public\"}, for options that aren't passed.")
    var settings: String?

    func validate() throws {
        if let type, !SwiftName.isTypeName(type) {
            throw ValidationError("“\(type)” can't be the name of a Swift type.")
        }
    }

    func run() throws {
        let access = try access ?? settings.map(readAccess) ?? .internal
        let bytes = try read(file)
        let name = URL(filePath: file).lastPathComponent
        let accessors = try reporting(in: file) { () throws(FlagFileError) in
            try GeneratedAccessors(bytes, fileName: name, typeName: type, access: access)
        }
        report(accessors.warnings, path: file)
        try write(accessors.source)
    }

    private func readAccess(_ path: String) throws -> AccessLevel {
        let bytes = try read(path)
        return try reporting(in: path) { () throws(FlagFileError) in try AccessorSettings(bytes).access }
    }

    /// Reports the errors of a file, and ends the program.
    private func reporting<Result>(in path: String, _ body: () throws(FlagFileError) -> Result) throws -> Result {
        do throws(FlagFileError) {
            return try body()
        } catch {
            report(error.diagnostics, path: path)
        }
        throw ExitCode.failure
    }
}
#else
import Foundation

/// Says which package trait is missing.
///
/// It can't be an error of the compiler, as for other products: SwiftPM builds the tools of plug-ins that nothing uses.
@main
enum FlagAccessorGenerator {
    static func main() throws {
        let message = """
            error: The plug-in FlagAccessors needs the package trait "FlagAccessors". Enable it where you depend on \
            firesteel, as in .package(path: "../firesteel", traits: ["FlagAccessors"]).

            """
        try FileHandle.standardError.write(contentsOf: Data(message.utf8))
        exit(1)
    }
}
#endif
