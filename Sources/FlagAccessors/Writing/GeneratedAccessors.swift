/// The access level of accessors.
package enum AccessLevel: String, Sendable, CaseIterable {
    /// The module that they are generated in.
    case `internal`
    /// The modules of its package.
    case package
    /// `public`.
    case `public`
}

/// The Swift source that a flag file becomes.
package struct GeneratedAccessors: Sendable {
    /// The source.
    ///
    /// Equal files result in equal source, on every machine.
    package let source: String
    /// The warnings, in the order of the file.
    package let warnings: [FlagFileDiagnostic]

    /// Generates the accessors of a file in flagd's, JustTweak's or Toggles' format.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - fileName: The file's name, for comments and for the location of flags.
    ///   - typeName: The container's name; `nil` to derive it from the file's name.
    ///   - access: The access level.
    package init(
        _ bytes: [UInt8], fileName: String, typeName: String? = nil, access: AccessLevel = .internal
    ) throws(FlagFileError) {
        var file = FlagFile(bytes)
        let group = AccessorGroup(file.flags, in: &file)
        let typeName = typeName ?? Self.typeName(for: fileName)
        if typeName == "FiresteelFlags" {
            file.report(at: 0, "The accessors can't have the module's name “FiresteelFlags”. Rename the file.")
        }
        let diagnostics = file.diagnostics.sorted {
            ($0.line, $0.column, $0.message) < ($1.line, $1.column, $1.message)
        }
        guard !diagnostics.contains(where: { $0.severity == .error }) else {
            throw FlagFileError(diagnostics: diagnostics)
        }
        let lines = AccessorSource(of: group, named: typeName, from: file, fileName: fileName, access: access).lines
        source = lines.joined(separator: "\n") + "\n"
        warnings = diagnostics
    }

    /// Returns the container's name: `Editor.flags.json` becomes `EditorFlags`.
    package static func typeName(for fileName: String) -> String {
        let suffix = [".flags.json", ".json"].first { fileName.hasSuffix($0) } ?? ""
        return SwiftName.type(String(fileName.dropLast(suffix.count)))
    }
}
