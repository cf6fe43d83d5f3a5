import ArgumentParser
import DocumentsCore
import Firesteel
import FiresteelFlagAuthoring
import FiresteelFlags
import Logging

/// Prints the declared flags, for their import into a server.
struct FlagsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flags",
        abstract: "Print the declared flags and their defaults in flagd’s format.",
        discussion: """
            For “firesteel-server import”: a server with these flags changes nothing until one of them is changed there.
            """)

    func run() async throws { print(try Self.declared().compiled().json(pretty: true)) }

    /// Returns the flags that the program declares; those of features have the features’ names and descriptions.
    static func declared() throws -> EditableFlags {
        // Availability doesn't matter, so the sources of constraints are missing, and that isn't logged.
        let runtime = try FeatureRuntime(
            AppFeatures.self,
            RuntimeConfiguration(
                storage: .none, logger: { Logger(label: $0, factory: { _ in SwiftLogNoOpLogHandler() }) }))
        _ = try runtime.flags.register(DocumentsFlags.self)
        var flags = EditableFlags(declared: runtime.flags.descriptions())
        func name(_ features: [FeatureDescription]) {
            for feature in features {
                flags.flags[feature.path.text]?.name = feature.name
                if !feature.description.isEmpty {
                    flags.flags[feature.path.text]?.description = feature.description
                }
                name(feature.features)
            }
        }
        name(runtime.featureTree)
        // Released to half of the people, as in the sample of the flags file.
        if flags.flags["fast-save"] != nil {
            flags.flags["fast-save"]?.name = "Fast Save"
            flags.targetings["fast-save"] = FlagTargeting(
                isOn: true, otherwise: .split([TargetingShare("on", 50), TargetingShare("off", 50)]))
        }
        return flags
    }
}
