import Firesteel
import Foundation
import Testing

@Suite("Seeds of the fuzz targets for links")
struct RouteSeedTests {
    private static func seeds(_ target: String) -> [URL] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzz/Seeds/\(target)")
        return (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    @Test("Patterns and links of each seed are accepted or rejected", arguments: seeds("RouteFuzz"))
    func routes(seed: URL) throws {
        let lines = try String(contentsOf: seed, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let end = lines.firstIndex(of: "") ?? lines.endIndex
        for pattern in lines[..<end] {
            guard let runtime = try? Routed.runtime(Route(String(pattern), to: Routed.text)) else { continue }
            for link in lines[end...] {
                let match = try? runtime.route(String(link))
                #expect(runtime.explainRoute(String(link)).match?.pattern == match?.pattern)
                if let made = try? runtime.link(to: Routed.text, for: String(link), in: .app("d")) {
                    #expect(try runtime.route(made).input.decode(String.self) == String(link))
                }
            }
        }
    }

    @Test("Each seed of an input is read, or the error has the reason", arguments: seeds("ExternalInputFuzz"))
    func inputs(seed: URL) throws {
        let runtime = try Routed.runtime(
            Route("$(title)", to: Routed.all), Route("$(count)/v$(ratio).x/**(tags)", to: Routed.all))
        let match = try runtime.route("d:///" + String(contentsOf: seed, encoding: .utf8))
        do {
            let input = try match.input.decode(Everything.self)
            #expect(!input.title.isEmpty)
        } catch {
            #expect(!ExternalInputError(error).parameter.isEmpty)
        }
    }

    @Test("There are seeds")
    func thereAre() {
        #expect(!Self.seeds("RouteFuzz").isEmpty && !Self.seeds("ExternalInputFuzz").isEmpty)
    }
}
