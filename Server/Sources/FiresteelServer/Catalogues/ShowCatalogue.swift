import Firesteel
import FiresteelDatabase
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// Returns what catalogues declare, and the names of the attributes of recent contexts.
struct ShowCatalogue: ServerOperation, Decodable {
    static let description = "Show what catalogues declare"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/catalogue", "getCatalogue",
        "Returns the attributes that catalogues declare or recent contexts have, the features of the newest catalogue, and where a flag is declared",
        query: [.init(name: "flag", description: "The flag whose declarations to return")])
    let program: String
    let flag: String?

    func perform(_ call: ServerCall) async throws -> KnownNames {
        guard let found = try await call.server.database.read({ try ProgramTable($0).program(program) }) else {
            throw HTTPProblem.notFound("There is no program “\(program)”.")
        }
        let contexts = found.environments.flatMap { environment in
            call.server.contexts.sample(EnvironmentKey(program: program, environment: environment.id)).contexts
        }
        let summary = try await call.server.catalogues.summary(of: program)
        return KnownNames(
            versions: summary.versions, attributes: KnownAttributes(summary, contexts).all, features: summary.features,
            declarations: flag.map { summary.declarations(of: $0) } ?? [])
    }
}

/// The content of a program's catalogues and recent contexts.
struct KnownNames: Codable, NamedSchema {
    static let schemaName = "Catalogue"
    let versions: [CatalogueSummary.Version]
    let attributes: [KnownAttributes.Attribute]
    let features: [KnownFeature]
    let declarations: [CatalogueSummary.Declaration]
}
