import Firesteel
import FiresteelCatalogue
import FiresteelTesting
import Testing

@Suite("A catalogue as a Mermaid flowchart")
struct CatalogueMermaidTests {
    @Test("Groups, conditional features and others differ in shape, and relations are separate edges")
    func shapes() throws {
        let test = try TestRuntime(Cellar.self)
        try test.runtime.register(ReadingRoom.self)
        let drawing = try MermaidParser(test.runtime.catalogue.mermaid())
        let names = drawing.labels
        let shapes = Dictionary(uniqueKeysWithValues: drawing.shapes.map { (names[$0] ?? "", $1) })
        #expect(shapes["Reading Room"] == .group)
        #expect(shapes["Lending"] == .box)
        #expect(shapes["Reading"] == .conditional)
        let edges = Set(drawing.edges.map { "\($0.kind) \(names[$0.from] ?? "") \(names[$0.to] ?? "")" })
        #expect(edges.contains("contains Reading Room Reading"))
        #expect(edges.contains("requires Printing Reading"))
        #expect(edges.contains("excludes Printing Scanner"))
        #expect(edges.count == 6)
    }

    @Test("Every label shows what the name is, whatever it is", arguments: 0..<200 as Range<UInt64>)
    func labels(seed: UInt64) throws {
        var random = RandomCatalogue(seed: seed)
        let catalogue = random.catalogue()
        let drawing = try MermaidParser(catalogue.mermaid(withActions: true))
        for (number, feature) in catalogue.features.enumerated() {
            #expect(drawing.labels["f\(number)"] == feature.name.replacing("\n", with: " "))
        }
        let actions = catalogue.features.reduce(0) { $0 + $1.actions.count }
        #expect(drawing.labels.count == catalogue.features.count + actions)
        let contained = catalogue.features.count { $0.parent != nil } + actions
        #expect(drawing.edges.count { $0.kind == .contains } == contained)
        let requires = catalogue.features.flatMap(\.constraints).reduce(0) { $0 + $1.requires.count }
        #expect(drawing.edges.count { $0.kind == .requires } == requires)
    }
}
