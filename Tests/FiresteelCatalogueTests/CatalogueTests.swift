import Firesteel
import FiresteelCatalogue
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Testing

@Suite("The catalogue of a program")
struct CatalogueTests {
    private func makeCatalogue() throws -> Catalogue {
        let test = try TestRuntime(Cellar.self) { $0.program = .init(name: "Desk", version: "2.1", build: "77") }
        try test.runtime.register(ReadingRoom.self)
        _ = try test.runtime.flags.register(LibraryFlags.self)
        return test.runtime.catalogue
    }

    @Test("It has every feature, each after its group, and trees in order of their paths")
    func features() throws {
        let catalogue = try makeCatalogue()
        #expect(
            catalogue.features.map(\.path.text) == [
                "Cellar", "Cellar/Scanner", "ReadingRoom", "ReadingRoom/Lending", "ReadingRoom/Reading",
                "ReadingRoom/Printing",
            ])
        #expect(
            catalogue.features.map(\.parent?.text) == [nil, "Cellar", nil, "ReadingRoom", "ReadingRoom", "ReadingRoom"])
        #expect(catalogue.features.map(\.kind) == [.group, .conditional, .group, .feature, .conditional, .conditional])
        let lending = catalogue.features[3]
        #expect(lending.type == "FiresteelCatalogueTests.ReadingRoom.Lending")
        #expect(lending.tags == ["books", "desk"])
        let reading = catalogue.features[4]
        #expect(!reading.isVisible)
        #expect(reading.variation == "wide")
        #expect(catalogue.program == CatalogueProgram(name: "Desk", version: "2.1", build: "77"))
        #expect(catalogue.library == FiresteelVersion.current)
    }

    @Test("Actions have their types, visibility, analytics and activities")
    func actions() throws {
        let actions = try makeCatalogue().features[3].actions
        #expect(
            actions.first
                == CatalogueAction(
                    identifier: "LendVolume", type: "FiresteelCatalogueTests.LendVolume", name: "Lend Volume",
                    description: "Lend a book",
                    isPublished: true, input: "Volume", presenter: "DeskPresenter", analyticsIdentifier: "book.lent",
                    activities: ["perform", "search"],
                    routes: [
                        CatalogueRoute(pattern: "lend/$(title)", scopes: ["app(desk)", "universal(example.com)"]),
                        CatalogueRoute(pattern: "out/$(title)", scopes: ["anyApp", "anyUniversal"], name: "out"),
                    ]))
        #expect(actions.last?.input == nil)
        #expect(actions.last?.presenter == nil)
    }

    @Test("Conditions are data: flags, features, requirements, systems and what switches begin with")
    func conditions() throws {
        let catalogue = try makeCatalogue()
        let reading = catalogue.features[4].constraints
        #expect(reading.map(\.kind) == [.toggle, .flag, .platform, .other])
        #expect(reading[0].initial == true)
        #expect(reading[1].flag == "ReadingRoom/Reading")
        #expect(reading[2].systems == ["iOS": "18.2", "tvOS": "unsupported"])
        #expect(reading[3].requirements.map(\.name) == ["card", "card.premium"])
        let printing = catalogue.features[5].constraints
        #expect(printing[0].requires == [FeaturePath("ReadingRoom/Reading")])
        #expect(printing[0].excludes.isEmpty)
        #expect(printing[1].excludes == [FeaturePath("Cellar/Scanner")])
        #expect(printing[2].initial == false)
        #expect(
            catalogue.requirements == [
                CatalogueRequirement("card", from: "desk"), CatalogueRequirement("card.premium", from: "shop"),
            ])
    }

    @Test("Flags are listed with their defaults and cases, whatever their current values are")
    func flags() throws {
        let test = try TestRuntime(Cellar.self, flags: ["library.size": "large"])
        try test.runtime.register(ReadingRoom.self)
        _ = try test.runtime.flags.register(LibraryFlags.self)
        let catalogue = test.runtime.catalogue
        let size = try #require(catalogue.flags.first { $0.key == "library.size" })
        #expect(size.defaultValue == "small")
        #expect(size.allowedValues == ["small", "large"])
        #expect(size.owner == "desk")
        #expect(size.kind == .experiment)
        #expect(catalogue.flags.map(\.key) == ["ReadingRoom/Reading", "library.rate", "library.size"])
    }

    @Test("Looking at it counts as no read of a flag")
    func reads() throws {
        let test = try TestRuntime(Cellar.self)
        _ = try test.runtime.flags.register(LibraryFlags.self)
        _ = test.runtime.catalogue
        #expect(test.runtime.flags.description(of: "library.size")?.wasRead == false)
        #expect(test.flagRecords.isEmpty)
    }

    @Test("Switches and performs don't change it")
    func isStatic() throws {
        let test = try TestRuntime(Cellar.self)
        let before = test.runtime.catalogue
        test.runtime.setToggle(Scanner.self, true)
        #expect(test.runtime.catalogue == before)
    }
}
