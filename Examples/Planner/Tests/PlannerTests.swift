import Foundation
import Testing

@Suite("The planner example") struct PlannerTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("planner-test-\(UUID())")

    /// Runs the program beside the tests with a separate folder.
    private func run(_ arguments: String...) throws -> (status: Int32, output: String) {
        let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let process = Process()
        let places = [beside, beside.deletingLastPathComponent(), Bundle.main.bundleURL]
            .map { $0.appendingPathComponent("planner") }
        let found = places.first { FileManager.default.isExecutableFile(atPath: $0.path) }
        let program: URL = try #require(found)
        process.executableURL = program
        process.arguments = arguments
        process.environment = ["PLANNER_FOLDER": folder.path]
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    @Test("The demonstration uses a link, an activity, a purchase, a permission, analytics and a report")
    func day() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (status, output) = try run()
        #expect(status == 0, "\(output)")
        for line in [
            "  Planned: 2026-12-23  Buy a tree", "  analytics: entry-add.begin hasDay=true",
            "  link: planner://show/Buy%20a%20tree", "  found: Dentist", "  offer: Printing for 2 EUR",
            "  | 2026-12-21  Dentist", "  Reminders needs: Notifications",
        ] {
            #expect(output.contains(line + "\n") || output.contains(line), "\(line) is missing in:\n\(output)")
        }
        let reports = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/reports")
        #expect(reports.count == 1 && reports[0].hasSuffix(".html"))
    }

    @Test("The command line opens links and prints their errors")
    func links() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run("open", "planner://add/Bread").output == "  Planned: someday     Bread\n")
        #expect(try run("open", "planner://show/Bread").output == "  someday     Bread\n")
        let missing = try run("open", "planner://show/Cake")
        #expect(missing.status == 1 && missing.output.contains("There is no entry named “Cake”."))
        let unavailable = try run("open", "planner://print")
        #expect(unavailable.status == 2 && unavailable.output.contains("not available"))
        let unknown = try run("open", "planner://fly/away")
        #expect(unknown.status == 2 && unknown.output.contains("No route matches the link"))
        #expect(try run("fly").status == 64)
    }

    @Test("Published actions are commands, and what isn't bought says so")
    func commands() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let added = try run("do", "add-entry", "--title", "Bread", "--day", "2026-12-24")
        #expect(added.status == 0 && added.output == "Planned: 2026-12-24  Bread\n")
        #expect(try run("do", "show-entry", "--title", "Bread", "--json").output.contains(#""output":["2026-12-24"#))
        let unbought = try run("do", "print-plan")
        #expect(unbought.status == 3 && unbought.output.contains("Printing is not available"))
        #expect(try run("do", "add-entry", "--help").output.contains("The date, such as 2026-12-24"))
        #expect(try run("do", "remind").status == 2)
    }

    @Test("The catalogue contains features and actions")
    func catalogue() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (status, output) = try run("catalogue")
        #expect(status == 0 && output.contains("Plan entries and show them") && output.contains("Printing"))
    }
}
