import Foundation
import PackagePlugin

/// Generates Swift accessors for each `*.flags.json` of a target, before the target is built.
///
/// `Editor.flags.json` becomes a structure `EditorFlags`. A file `FlagAccessors.json` in the target's folder,
/// `{"access": "public"}`, sets the access level of the accessors.
@main
struct FlagAccessorsPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target.sourceModule else { return [] }
        return try commands(
            for: target.sourceFiles.map(\.url), generator: context.tool(named: "firesteel-flag-accessors").url,
            folder: context.pluginWorkDirectoryURL)
    }

    /// Returns the commands for those of a target's files that are flag files.
    private func commands(for files: [URL], generator: URL, folder: URL) throws -> [Command] {
        let flagFiles = files.filter { $0.lastPathComponent.hasSuffix(".flags.json") }
        let settings = files.filter { $0.lastPathComponent == "FlagAccessors.json" }
        if settings.count > 1 {
            Diagnostics.error("A target has one FlagAccessors.json. This one has \(settings.count).")
        }

        let byName = Dictionary(grouping: flagFiles) { $0.lastPathComponent }
        for (name, files) in byName.sorted(by: { $0.key < $1.key }) where files.count > 1 {
            Diagnostics.error("A target has flag files of different names. This one has \(files.count) named \(name).")
        }
        return byName.sorted { $0.key < $1.key }.compactMap { name, files in
            guard let file = files.first else { return nil }
            let output = folder.appending(path: "\(name.dropLast(".json".count)).swift")
            var arguments = [file.path(percentEncoded: false), "--output", output.path(percentEncoded: false)]
            if let settings = settings.first { arguments += ["--settings", settings.path(percentEncoded: false)] }
            return .buildCommand(
                displayName: "Generating accessors for \(name)", executable: generator, arguments: arguments,
                inputFiles: [file] + settings.prefix(1), outputFiles: [output])
        }
    }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension FlagAccessorsPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
        try commands(
            for: target.inputFiles.map(\.url), generator: context.tool(named: "firesteel-flag-accessors").url,
            folder: context.pluginWorkDirectoryURL)
    }
}
#endif
