import Firesteel
import FiresteelPermissions
import FiresteelPurchases
import FiresteelTimeline
import Foundation

/// A planned entry.
struct Entry: Codable, Sendable, Equatable {
    var title: String
    /// The date in the format 2026-12-24.
    var day: String?

    var line: String { day.map { "\($0)  \(title)" } ?? "someday     \(title)" }
}

extension Entry: DescribedInput {
    static let inputFields = [FieldDescription("day", "The date, such as 2026-12-24; someday without it")]
}

extension Entry: TimelineDescribable {
    func describe(to summary: inout InputSummary) {
        summary.add(title)
        if let day { summary.add("Day", day) }
    }
}

/// An error in an entry.
struct PlanError: Error, CustomStringConvertible {
    let description: String
}

/// The entries, stored in a file.
actor Plan {
    static let shared = Plan(Program.folder.appendingPathComponent("plan.json"))
    private let file: URL

    init(_ file: URL) { self.file = file }

    func entries() throws -> [Entry] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
            .sorted { ($0.day ?? "~", $0.title) < ($1.day ?? "~", $1.title) }
    }

    func add(_ entry: Entry) throws {
        guard !entry.title.isEmpty else { throw PlanError(description: "An entry needs a title.") }
        let others = try entries().filter { $0.title != entry.title }
        try JSONEncoder().encode(others + [entry]).write(to: file, options: .atomic)
    }

    func entry(_ title: String) throws -> Entry {
        let found = try entries().first { $0.title == title }
        return try found ?? { throw PlanError(description: "There is no entry named “\(title)”.") }()
    }
}

/// Shows lines of text, in a terminal or in a test.
protocol LinePresenter {
    func show(_ lines: [String])
}

enum AddEntry: Action {
    static let description = "Plan an entry"
    static let analyticsIdentifier: String? = "entry-add"

    static func analyticsAttributes(of entry: Entry) -> AnalyticsAttributes { ["hasDay": .bool(entry.day != nil)] }

    static func perform(_ context: ActionContext<Entry>, presenter: any LinePresenter) async throws -> ActionOutcome {
        try await Plan.shared.add(context.input)
        presenter.show(["Planned: \(context.input.line)"])
        return .success
    }
}

struct EntryName: Codable, Sendable, Equatable {
    var title: String
}

enum ShowEntry: Action {
    static let description = "Show an entry"
    static let activityEligibility: ActivityEligibility = [.perform, .search]

    static func activity(for name: EntryName) -> ActivityContent? { ActivityContent(title: name.title) }

    static func perform(
        _ context: ActionContext<EntryName>, presenter: any LinePresenter
    ) async throws -> ActionOutcome {
        presenter.show([try await Plan.shared.entry(context.input.title).line])
        return .success
    }
}

enum Planning: Feature {
    static let description = "Plan entries and show them"
    static let add = action(AddEntry.self, .published)
    static let show = action(ShowEntry.self, .published)
    static let actions = declare(add, show)

    static var routes: FeatureRoutes {
        Route("add/$(title)", to: add, in: .app("planner"))
        Route("show/$(title)", to: show, in: .app("planner"))
    }
}

extension Product {
    static let printing = Product(
        "planner.printing", .nonConsumable, name: "Printing", price: ProductPrice(2, "EUR"))
}

enum PrintPlan: Action {
    static let description = "Print all entries"

    static func perform(_ context: ActionContext<NoInput>, presenter: any LinePresenter) async throws -> ActionOutcome {
        presenter.show(["+-- The plan --"] + (try await Plan.shared.entries()).map { "| \($0.line)" })
        return .success
    }
}

/// A feature that requires a purchase.
enum Printing: ConditionalFeature {
    static var constraints: Constraints { Purchase(.printing) }
    static let printAll = action(PrintPlan.self, .published)
    static let actions = declare(printAll)

    static var routes: FeatureRoutes {
        Route("print", to: printAll, in: .app("planner"))
    }
}

enum Reminders: ConditionalFeature {
    static var constraints: Constraints { Permission(.notifications(.alert)) }
    static let remind = action(ShowEntry.self)
    static let actions = declare(remind)
}

enum PlannerApp: FeatureGroup {
    static let identifier = "Planner"
    static let subfeatures = features(Planning.self, Printing.self, Reminders.self)
}
