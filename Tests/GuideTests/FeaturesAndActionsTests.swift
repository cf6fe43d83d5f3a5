import Firesteel
import FiresteelTesting
import Testing

// guide: FeaturesAndActions
enum ExportFeature: Feature {
    static let identifier = "PDFExport"
    static let name = "PDF Export"
    static let description = "Write a document as PDF"
    static let tags = ["print", "paper"]
    static let isVisible = false
}
// end

// guide: FeaturesAndActions
enum SelectLine: UIAction {
    static func perform(_ context: ActionContext<Int>, presenter: any LinePresenter) throws -> ActionOutcome {
        presenter.highlight(context.input)
        return .success
    }
}
// end

protocol LinePresenter {
    func highlight(_ line: Int)
}

// guide: FeaturesAndActions
enum FinishReview: TerminatingAction {}
// end

// guide: FeaturesAndActions
enum Reviewing: FeatureGroup, ConditionalFeature {
    static var constraints: Constraints {
        RuntimeEnabled(default: true)
        SmallDocuments()
    }

    static let subfeatures = features(Commenting.self)
    static let select = action(SelectLine.self)
    static let finish = action(FinishReview.self)
    static let actions = declare(select, finish)
}

enum Commenting: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: false) }
}
// end

// guide: FeaturesAndActions
struct SmallDocuments: Constraint {
    var label: String { "Size" }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        Limits.isSmall
            ? .met("Small") : .unmet("Large", because: "The document has more than 10,000 lines", remedy: "Split it")
    }
}
// end

// guide: FeaturesAndActions
func follow(_ runtime: FeatureRuntime) async {
    for await change in runtime.availabilityChanges() {
        print("\(change.feature): \(change.old) is now \(change.new)")
    }
}
// end

enum Limits {
    static let isSmall = true
}

// guide: FeaturesAndActions
struct SignIn: TimelineDescribable {
    let name: String
    @Secret var password: String

    func describe(to summary: inout InputSummary) {
        summary.add("Name", name)
        summary.add("Password", $password)
    }
}
// end

// guide: FeaturesAndActions
enum SignInAction: Action {
    static let timelineRecording = TimelineRecording.withoutInput

    static func perform(_ context: ActionContext<SignIn>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
// end

// guide: FeaturesAndActions
enum SearchDocuments: Action {
    struct Query {
        let text: String
    }

    static func describe(_ query: Query, to summary: inout InputSummary) {
        summary.add("Characters", query.text.count)
    }

    static func perform(_ context: ActionContext<Query>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
// end

// guide: FeaturesAndActions
enum PrintDocument: Action {
    struct Job {
        let pages: Int
    }

    static let amount = Amount<Job>("pages") { Double($0.pages) }

    static func perform(_ context: ActionContext<Job>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
// end

enum Account: Feature {
    static let signIn = action(SignInAction.self)
    static let search = action(SearchDocuments.self)
    static let print = action(PrintDocument.self)
    static let actions = declare(signIn, search, print)
}

enum ReviewApp: FeatureGroup {
    static let subfeatures = features(ExportFeature.self, Reviewing.self, Account.self)
}

enum SpellChecking: Feature {}

enum PluginFeatures: FeatureGroup {
    static let subfeatures = features(SpellChecking.self)
}

@Suite("Guide: features and actions")
struct FeaturesAndActionsTests {
    @Test("A conditional group disables everything below it")
    func conditions() throws {
        let runtime = try TestRuntime(ReviewApp.self).runtime

        // guide: FeaturesAndActions
        runtime.setToggle(Commenting.self, true)
        runtime.setEnabled(Reviewing.self, false)
        let availability = runtime.availability(of: Commenting.self)
        print(availability.isAvailable)
        print(availability.reasons.map(\.text))
        // end
        #expect(!availability.isAvailable)
        #expect(availability.reasons.map(\.text) == ["Switched off by the program"])
        #expect(runtime.use { Reviewing.finish.request() } == nil)
    }

    @Test("Changes of availability can be followed until one has enough")
    func changes() async throws {
        let runtime = try TestRuntime(ReviewApp.self).runtime
        let following = Task { await follow(runtime) }
        runtime.setEnabled(Reviewing.self, false)
        following.cancel()
        await following.value
        #expect(!runtime.availability(of: Reviewing.self).isAvailable)
    }

    @Test("A secret leaves nothing but its label")
    func secrets() async throws {
        try await withTestRuntime(ReviewApp.self) { test in
            await Account.signIn.perform(SignIn(name: "ada", password: "analytical"))
            await Account.search.perform(SearchDocuments.Query(text: "engine"))
            let performs = try #require(test.runtime.timeline?.run.performs())
            #expect(performs.map(\.input) == ["6", nil])
        }
    }

    @Test("An amount is recorded with the input, and the catalogue has its unit")
    func amounts() async throws {
        try await withTestRuntime(ReviewApp.self) { test in
            await Account.print.perform(PrintDocument.Job(pages: 12))
            let perform = try #require(test.runtime.timeline?.run.performs().first)
            #expect(perform.amount == 12 && perform.input == "12 pages")
            let account = test.runtime.catalogue.features.first { $0.identifier == "Account" }
            #expect(account?.actions.compactMap(\.amountUnit) == ["pages"])
        }
    }

    @Test("A selection is made before the call returns")
    @MainActor
    func selection() throws {
        let runtime = try TestRuntime(ReviewApp.self).runtime
        let editor = Editor()
        try runtime.use {
            let select = try #require(Reviewing.select.request())
            // guide: FeaturesAndActions
            let outcome: ActionOutcome = select.perform(12, presenter: editor)
            // end
            #expect(outcome.isSuccess)
        }
        #expect(editor.line == 12)
    }

    @Test("An outcome has the result")
    func outcomes() async throws {
        try await withTestRuntime(AppFeatures.self) { _ in
            let document = Document(name: "Licence.md")
            // guide: FeaturesAndActions
            switch await DocumentManagement.save.perform(document) {
            case .success, .successClosing: print("Saved")
            case .failure(let error), .failureClosing(let error): print("Not saved: \(error)")
            case .cancelled: break
            }
            // end
        }
    }

    @Test("The tree of features can be listed")
    func tree() throws {
        let runtime = try TestRuntime(ReviewApp.self).runtime
        // guide: FeaturesAndActions
        func list(_ features: [FeatureDescription]) {
            for feature in features {
                print(feature.path, feature.name, feature.availability.isAvailable)
                for action in feature.actions where action.visibility == .published { print("  \(action.name)") }
                list(feature.features)
            }
        }
        list(runtime.featureTree)
        // end
        #expect(runtime.featureTree.map(\.path.text) == ["ReviewApp"])
    }

    @Test("A group can be registered later")
    func later() throws {
        let runtime = try TestRuntime(ReviewApp.self).runtime
        // guide: FeaturesAndActions
        try runtime.register(PluginFeatures.self)
        // end
        #expect(runtime.describe(SpellChecking.self)?.path.text == "Plugin/SpellChecking")
    }

    @Test("All errors of a graph are reported together")
    func faults() {
        // guide: FeaturesAndActions
        do {
            try FeatureRuntime.setUp(BrokenApp.self)
        } catch {
            print(error)
        }
        // end
    }

    enum BrokenApp: FeatureGroup {
        static let subfeatures = features(First.self, Second.self)
    }
    enum First: Feature { static let identifier = "Same" }
    enum Second: Feature { static let identifier = "Same" }
}

final class Editor: LinePresenter {
    private(set) var line = 0
    func highlight(_ line: Int) { self.line = line }
}
