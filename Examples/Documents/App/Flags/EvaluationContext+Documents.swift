import FiresteelCatalogue
import FiresteelFlags
import FiresteelTimeline

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension EvaluationContext {
    /// The attributes of the program's contexts, for editors of rules.
    static let documentsAttributes = [
        CatalogueAttribute("version", type: .string, description: "The version of Documents"),
        CatalogueAttribute("system", type: .string, description: "The system and its version"),
    ]

    /// Returns the context of a person, or of the program.
    ///
    /// - Parameters:
    ///   - key: The targeting key: the person's identifier, by which rollouts assign variants.
    ///   - program: The program, whose version rules can read.
    static func documents(_ key: String, program: ProgramDescription = .documents) -> EvaluationContext {
        EvaluationContext(
            targetingKey: key, attributes: ["version": .string(program.version), "system": .string(system)])
    }

    /// The system as reports name it, such as `Linux 6.1.0`.
    private static let system: String = {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        func text<Characters>(_ characters: Characters) -> String {
            withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return "\(text(names.sysname)) \(text(names.release))"
    }()
}
