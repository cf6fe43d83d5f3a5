import Firesteel
import FiresteelAutomation
import FiresteelCatalogue
import FiresteelPermissions
import FiresteelPurchases
import FiresteelReports
import Foundation
import Synchronization

/// A planner for the terminal, with links, activities, analytics, a purchase, a permission and a report.
///
/// Without arguments it runs a demonstration. `do ACTION` performs an action, `open LINK` opens a link, and `catalogue`
/// prints the catalogue.
@main
struct Program {
    /// The folder of the plan and the program's other files.
    static let folder = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["PLANNER_FOLDER"]
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("planner-\(geteuid())").path)

    static func main() async throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Any user can create a folder with this name in a shared temporary folder.
        let facts = try FileManager.default.attributesOfItem(atPath: folder.path)
        guard facts[.type] as? FileAttributeType == .typeDirectory, facts[.ownerAccountID] as? UInt32 == geteuid()
        else {
            fail("\(folder.path) belongs to another user. Set PLANNER_FOLDER.", status: 1)
        }
        let tracker = DebugPurchaseTracker([Product.printing.id: .denied])
        let runtime = try FeatureRuntime.setUp(
            PlannerApp.self,
            RuntimeConfiguration(sources: [Purchases([tracker]), Permissions([TerminalNotifications()])]))
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case nil: try await day(with: runtime, buying: tracker)
        case "do": await perform(arguments.dropFirst(), in: runtime)
        case "open" where arguments.count == 2: await open(arguments[1], in: runtime)
        case "catalogue" where arguments.count == 1: print(runtime.catalogue.markdown)
        default: fail("usage: planner [do ACTION | open LINK | catalogue]", status: 64)
        }
        runtime.end()
    }

    private static func perform(_ arguments: ArraySlice<String>, in runtime: FeatureRuntime) async {
        let automation = Automation(
            runtime, presenters: [AutomationPresenter((any LinePresenter).self) { OutputLines(output: $0) }])
        let status = await automation.runCommand(Array(arguments), program: "planner do")
        runtime.end()
        exit(status)
    }

    private static func open(_ link: String, in runtime: FeatureRuntime) async {
        do {
            let outcome = try await runtime.open(link, presentedBy: Terminal())
            if let error = outcome.error { fail("\(error)", status: 1) }
        } catch {
            fail(error.description, status: 2)
        }
    }

    private static func day(with runtime: FeatureRuntime, buying tracker: DebugPurchaseTracker) async throws {
        // For the demonstration, the user's consent is assumed.
        let analytics = runtime.attachAnalytics(
            to: [ConsoleAnalytics { print("  analytics: \($0)") }], consent: .granted)
        let index = ActivityIndex(file: folder.appendingPathComponent("activities.jsonl"))
        let activities = runtime.publishActivities(to: [index])
        let terminal = Terminal()

        print("# Plan")
        await Planning.add.perform(Entry(title: "Dentist", day: "2026-12-21"), presenter: terminal)
        await open("planner://add/Buy%20a%20tree?day=2026-12-23", in: runtime)
        print("  link: \(try Planning.show.link(for: EntryName(title: "Buy a tree"), in: .app("planner")))")
        await analytics.flush()

        print("# Continue where you left off")
        await Planning.show.perform(EntryName(title: "Dentist"), presenter: terminal)
        await activities.settle()
        for activity in index.search("den") {
            print("  found: \(activity.title)")
            try await runtime.continueActivity(activity, presentedBy: Terminal())
        }

        print("# Buy")
        for reason in Printing.availability.reasons { print("  printing: \(reason.text)") }
        for option in runtime.purchases(unlocking: Printing.self) {
            print("  offer: \(option.description) for \(option.price.map { "\($0)" } ?? "an unknown price")")
        }
        tracker.set(.granted, for: Product.printing.id)
        await Printing.printAll.request()?.perform(presenter: terminal)

        print("# Allow")
        try await Reminders.authorize(coordinator: Explanation()) {
            await Reminders.remind.request()?.perform(EntryName(title: "Dentist"), presenter: terminal)
        }

        print("# Report")
        let report = try await DebugReport(runtime).write(.html, to: folder.appendingPathComponent("reports"))
        print("  \(report.url.lastPathComponent), \(report.bytes / 1_024) KB")
        await analytics.close(within: .seconds(1))
    }

    private static func fail(_ words: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data((words + "\n").utf8))
        exit(status)
    }
}

/// A presenter for the terminal, which also presents externally requested actions.
struct Terminal: LinePresenter, PresentationRouter {
    func show(_ lines: [String]) { for line in lines { print("  \(line)") } }

    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        (self as? Presented.Presenter).map { .ready($0) } ?? .declined("A terminal can’t show this.")
    }
}

/// Shows lines as the result of a command.
struct OutputLines: LinePresenter {
    let output: ActionOutput

    func show(_ lines: [String]) { output.write(lines.joined(separator: "\n"), lines) }
}

/// Prints the needed permissions before they are requested.
struct Explanation: AuthorizationCoordinator {
    func willBegin(_ request: AuthorizationRequest) async -> [PermissionKind] {
        print("  \(request.featureName ?? "This") needs: \(request.permissions.map(\.name).joined(separator: ", "))")
        return request.permissions
    }
}

/// A simulated permission that is granted when it is requested.
final class TerminalNotifications: PermissionAdapter {
    private let isAllowed = Mutex(false)
    var permission: PermissionKind { .notifications(.alert) }
    var status: PermissionReading? { PermissionReading(isAllowed.withLock { $0 } ? .authorized : .notDetermined) }

    func request(_ permission: PermissionKind) async -> PermissionReading {
        isAllowed.withLock { $0 = true }
        return await check()
    }
}
