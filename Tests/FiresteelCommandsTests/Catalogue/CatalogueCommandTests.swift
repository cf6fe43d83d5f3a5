#if os(Linux) || os(macOS)
import Firesteel
import FiresteelCatalogue
import Foundation
import TestSupport
import Testing

@Suite("firesteel catalogue")
struct CatalogueCommandTests {
    private let folder: TemporaryFolder
    private let old: Catalogue
    private let new: Catalogue

    enum Desk: FeatureGroup {
        static let subfeatures = features(Lending.self)
    }

    enum Lending: Feature {
        static let lend = action(Lend.self)
        static let actions = declare(lend)
    }

    enum Lend: Action {
        static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }

    init() throws {
        folder = try TemporaryFolder()
        old = try FeatureRuntime(Desk.self).catalogue
        var new = old
        new.features.removeAll { $0.identifier == "Lending" }
        self.new = new
    }

    private func files() throws -> (old: String, new: String) {
        (
            try folder.write(String(decoding: old.json(), as: UTF8.self), to: "old.json").path,
            try folder.write(String(decoding: new.json(), as: UTF8.self), to: "new.json").path
        )
    }

    @Test("It writes a catalogue as Markdown, as Mermaid and as JSON")
    func formats() throws {
        let file = try files().old
        #expect(try Firesteel.run("catalogue", file) == Firesteel(status: 0, output: old.markdown, errors: ""))
        #expect(try Firesteel.run("catalogue", file, "--format", "mermaid").output == old.mermaid())
        let actions = try Firesteel.run("catalogue", file, "--format", "mermaid", "--actions")
        #expect(actions.output == old.mermaid(withActions: true))
        let json = try Firesteel.run("catalogue", file, "--json")
        #expect(json.output == String(decoding: try old.json(), as: UTF8.self))
        #expect(try Firesteel.run("catalogue", "show", file, "--format", "json") == json)
    }

    @Test("It prints the differences, and with --exit-code returns 1 if there are any")
    func difference() throws {
        let (first, second) = try files()
        let difference = CatalogueDifference(from: old, to: new)
        let result = try Firesteel.run("catalogue", "diff", first, second)
        #expect(result == Firesteel(status: 0, output: difference.text, errors: ""))
        let markdown = try Firesteel.run("catalogue", "diff", first, second, "--format", "markdown", "--exit-code")
        #expect(markdown == Firesteel(status: 1, output: difference.markdown, errors: ""))
        let json = try Firesteel.run("catalogue", "diff", first, second, "--json", "--breaking")
        #expect(json.status == 1)
        #expect(json.output == String(decoding: try difference.json(), as: UTF8.self))
        let same = try Firesteel.run("catalogue", "diff", first, first, "--exit-code", "--breaking")
        #expect(same == Firesteel(status: 0, output: "No differences.\n", errors: ""))
    }

    @Test("A file that isn't a catalogue is reported with its name")
    func errors() throws {
        let file = try folder.write("{\"format\": \"99.0\"}", to: "later.json").path
        let later = try Firesteel.run("catalogue", file)
        #expect(later.status == 65)
        #expect(later.errors.hasPrefix("firesteel: \(file): The catalogue is in format 99.0"))
        #expect(try Firesteel.run("catalogue", try folder.write("[", to: "broken.json").path).status == 65)
        #expect(try Firesteel.run("catalogue", "diff", file).status == 64)
    }
}
#endif
