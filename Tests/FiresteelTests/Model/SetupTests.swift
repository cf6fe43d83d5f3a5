import Firesteel
import Testing

@Suite("Setting up")
struct SetupTests {
    @Test("A graph without faults gives every feature its path")
    func paths() throws {
        let runtime = try FeatureRuntime(Good.self)
        let tree = try #require(runtime.featureTree.first)
        #expect(tree.path.text == "Good")
        #expect(tree.features.map(\.path.text) == ["Good/Inner", "Good/Other"])
        #expect(tree.features[0].features.map(\.path.text) == ["Good/Inner/Leaf"])
        #expect(tree.features[0].features[0].actions.map(\.name) == ["Do It"])
    }

    @Test("All errors of a graph are reported together, with the names of the types")
    func allFaults() throws {
        let error = #expect(throws: FeatureSetupError.self) { try FeatureRuntime(Bad.self) }
        let faults = try #require(error?.diagnostics)
        #expect(faults.count == 6)
        let words = try #require(error?.description)
        #expect(
            words.contains(
                """
                SetupTests.First (FiresteelTests/SetupTests.swift:\(First.line)) and \
                FiresteelTests.SetupTests.Second in FiresteelTests.SetupTests.Bad
                """))
        #expect(
            words.contains(
                """
                SetupTests.Twice (FiresteelTests/SetupTests.swift:\(Twice.line)) declares \
                FiresteelTests.SetupTests.DoIt twice
                """))
        #expect(words.contains("SetupTests.Slash has the identifier \"a/b\""))
        #expect(words.contains("SetupTests.Both is both a Feature and a ConditionalFeature"))
        #expect(words.contains("SetupTests.Unchecked is a Feature, but FiresteelTests.SetupTests.Gate above it"))
        #expect(
            words.contains(
                """
                DoIt (FiresteelTests/SetupTests.swift:\(SameAction.line + 1)) and \
                FiresteelTests.SetupTests.DoItToo (FiresteelTests/SetupTests.swift:\(SameAction.line + 2)) of \
                FiresteelTests.SetupTests.SameAction
                """))
    }

    @Test("A member of a wrong type, whose default would apply, is a diagnostic")
    func mistypedMembers() {
        let error = #expect(throws: FeatureSetupError.self) { try FeatureRuntime(Mistyped.self) }
        #expect(
            error?.diagnostics.map(\.description) == [
                "variation of FiresteelTests.SetupTests.Members is of type String, so it has no effect. "
                    + "Declare it as variation: String?.",
                "tags of FiresteelTests.SetupTests.Members is of type String, so it has no effect. "
                    + "Declare it as tags: [String].",
                """
                timelineRecording of FiresteelTests.SetupTests.Labelled \
                (FiresteelTests/SetupTests.swift:\(Recorded.line)) is of type Bool, so it has no effect. Declare it as \
                timelineRecording: TimelineRecording.
                """,
                """
                analyticsIdentifier of FiresteelTests.SetupTests.Labelled \
                (FiresteelTests/SetupTests.swift:\(Recorded.line)) is of type String, so it has no effect. Declare it as \
                analyticsIdentifier: String?.
                """,
                """
                actions of FiresteelTests.SetupTests.Listed is of type Array<ActionBinding<Listed, DoIt>>, so it has no \
                effect. Declare it as actions: DeclaredActions = declare(…).
                """,
            ])
    }

    @Test("A feature below two groups is a diagnostic")
    func twoParents() {
        #expect(
            throws: FeatureSetupError(diagnostics: [
                .twoParents(
                    feature: "FiresteelTests.SetupTests.Leaf", first: "FiresteelTests.SetupTests.Inner",
                    second: "FiresteelTests.SetupTests.Shares")
            ])
        ) { try FeatureRuntime(Shares.self) }
    }

    @Test("A group that is below itself is a diagnostic")
    func cycle() {
        #expect(
            throws: FeatureSetupError(diagnostics: [
                .cycle([
                    "FiresteelTests.SetupTests.Head", "FiresteelTests.SetupTests.Tail",
                    "FiresteelTests.SetupTests.Head",
                ])
            ])
        ) { try FeatureRuntime(Head.self) }
    }

    @Test("A group registered later joins the others, and registering it again is an error")
    func later() throws {
        let runtime = try FeatureRuntime(Good.self)
        try runtime.register(Plugin.self)
        #expect(runtime.featureTree.map(\.path.text) == ["Good", "Plugin"])
        #expect(
            throws: FeatureSetupError(diagnostics: [.registeredBefore(feature: "FiresteelTests.SetupTests.Plugin")])
        ) {
            try runtime.register(Plugin.self)
        }
    }

    @Test("A later group with a registered feature is rejected as a whole")
    func laterConflict() throws {
        let runtime = try FeatureRuntime(Good.self)
        let error = #expect(throws: FeatureSetupError.self) { try runtime.register(Thief.self) }
        #expect(
            error?.diagnostics == [
                .twoParents(
                    feature: "FiresteelTests.SetupTests.Leaf", first: "FiresteelTests.SetupTests.Inner",
                    second: "FiresteelTests.SetupTests.Thief")
            ])
        #expect(runtime.featureTree.count == 1)
    }

    @Test("A feature that was used before it is registered is no longer unregistered")
    func registeredAfterUse() async throws {
        let runtime = try FeatureRuntime(Good.self)
        await runtime.use { _ = await Plugged.act.perform() }
        #expect(runtime.faults == [.unregisteredFeature(feature: "Plugged")])
        #expect(!runtime.availability(of: Plugged.self).isAvailable)
        try runtime.register(Plugin.self)
        #expect(runtime.availability(of: Plugged.self).isAvailable)
        await runtime.use { _ = await Plugged.act.perform() }
        #expect(runtime.faults.count == 1)
    }

    enum DoIt: Action {
        static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }
    enum DoItToo: Action {
        static let identifier = "DoIt"
        static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }

    enum Good: FeatureGroup { static let subfeatures = features(Inner.self, Other.self) }
    enum Inner: FeatureGroup { static let subfeatures = features(Leaf.self) }
    enum Leaf: Feature {
        static let act = action(DoIt.self)
        static let actions = declare(act)
    }
    enum Other: Feature {}

    enum Bad: FeatureGroup {
        static let subfeatures = features(
            First.self, Second.self, Twice.self, Slash.self, Both.self, Gate.self, SameAction.self)
    }
    enum First: Feature {
        static let identifier = "Same"
        static let line = #line + 1
        static let actions = declare()
    }
    enum Second: Feature { static let identifier = "Same" }
    enum Twice: Feature {
        static let act = action(DoIt.self)
        static let line = #line + 1
        static let actions = declare(act, act)
    }
    enum Slash: Feature { static let identifier = "a/b" }
    enum Both: Feature, ConditionalFeature { static var constraints: Constraints { UserToggled(default: true) } }
    enum Gate: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { UserToggled(default: true) }
        static let subfeatures = features(Unchecked.self)
    }
    enum Unchecked: Feature {}
    enum SameAction: Feature {
        static let line = #line
        static let one = action(DoIt.self)
        static let two = action(DoItToo.self)
        static let actions = declare(one, two)
    }

    enum Mistyped: FeatureGroup { static let subfeatures = features(Members.self, Recorded.self, Listed.self) }
    enum Members: Feature {
        static let variation = "B"
        static let tags = "one"
    }
    enum Recorded: Feature {
        static let line = #line + 1
        static let act = action(Labelled.self)
        static let actions = declare(act)
    }
    enum Labelled: Action {
        static let analyticsIdentifier = "do"
        static let timelineRecording = false
        static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }
    enum Listed: Feature {
        static let act = action(DoIt.self)
        static let actions = [act]
    }

    enum Shares: FeatureGroup { static let subfeatures = features(Inner.self, Leaf.self) }
    enum Head: FeatureGroup { static let subfeatures = features(Tail.self) }
    enum Tail: FeatureGroup { static let subfeatures = features(Head.self) }
    enum Plugin: FeatureGroup { static let subfeatures = features(Plugged.self) }
    enum Plugged: Feature {
        static let act = action(DoIt.self)
        static let actions = declare(act)
    }
    enum Thief: FeatureGroup { static let subfeatures = features(Leaf.self) }
}
