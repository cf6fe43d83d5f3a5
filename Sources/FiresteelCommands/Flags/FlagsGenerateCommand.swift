import ArgumentParser
import FiresteelFlags
import FlagAccessors
import Foundation

extension AccessLevel: ExpressibleByArgument {}

struct FlagsGenerateCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Generates typed Swift accessors for a flag file.",
        discussion: "Generates the same source as the build plug-in FlagAccessors.")

    @Argument(help: "The file.", completion: .file(extensions: ["json"]))
    var file: String

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The output file. By default standard output.", valueName: "file"), completion: .file())
    var outputFile: String?

    @Option(
        help: ArgumentHelp("The name of the container. By default derived from the file's name.", valueName: "name"))
    var type: String?

    @Option(help: "The access level of the accessors: internal, package or public.")
    var access = AccessLevel.internal

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let type, !SwiftName.isTypeName(type) {
            throw ValidationError("“\(type)” can't be the name of a Swift type.")
        }
    }

    func run(_ terminal: Terminal) async throws {
        let bytes = try InputFile.read(file)
        let accessors: GeneratedAccessors
        do throws(FlagFileError) {
            accessors = try GeneratedAccessors(
                bytes, fileName: URL(filePath: file).lastPathComponent, typeName: type, access: access)
        } catch {
            try report(error.diagnostics, terminal)
            throw CommandError.findings
        }
        if output.json {
            try terminal.line(
                json(accessors.warnings, source: outputFile == nil ? accessors.source : nil).json(pretty: true))
        } else {
            for warning in accessors.warnings { Terminal.printLine(warning.report(path: file)) }
        }
        if !output.json || outputFile != nil {
            let destination = try OutputFile(outputFile, terminal)
            try destination.put(accessors.source)
            try destination.finish()
        }
    }

    private func report(_ diagnostics: [FlagFileDiagnostic], _ terminal: Terminal) throws {
        if output.json { return try terminal.line(json(diagnostics, source: nil).json(pretty: true)) }
        for diagnostic in diagnostics { Terminal.printLine(diagnostic.report(path: file)) }
    }

    private func json(_ diagnostics: [FlagFileDiagnostic], source: String?) -> JSONValue {
        let findings: [JSONValue] = diagnostics.map { diagnostic in
            [
                "severity": .string(diagnostic.severity.rawValue), "line": .int(diagnostic.line),
                "column": .int(diagnostic.column),
                "message": .string(diagnostic.message),
            ]
        }
        var members: [String: JSONValue] = ["file": .string(file), "findings": .array(findings)]
        members["source"] = source.map { .string($0) }
        members["output"] = outputFile.map { .string($0) }
        return .object(members)
    }
}
