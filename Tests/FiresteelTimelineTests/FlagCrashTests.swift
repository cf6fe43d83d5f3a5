import Foundation
import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("Flags and availability after an abnormal end of a program")
struct FlagCrashTests {
    @Test(
        "Every acknowledged change and exposure is recorded, and no other",
        arguments: 0..<(Soak.isOn ? 200 : 20))
    func kills(turn: Int) throws {
        let folder = try TemporaryFolder()
        let child =
            if turn.isMultiple(of: 2) {
                try Child.run(
                    "flags", of: .performing, folder: folder.path, number: 100_000,
                    killAfter: (.random(in: 1...15_000), turn.isMultiple(of: 4) ? SIGKILL : SIGSEGV))
            } else {
                try Child.run("flags", of: .performing, folder: folder.path, number: .random(in: 1...1_500))
            }
        #expect(child.signal != nil)
        let run = try RunFolder(path: folder.path).open(#require(RunFolder(path: folder.path).runs().first).id)

        // Beyond what was acknowledged one more of each may have been recorded.
        var found = 0
        let numbers = run.flagRecords(of: "number")
        found += try compare(numbers.filter(\.isChange).map(\.answer.value), with: child, "V")
        let exposures = numbers.filter { !$0.isChange }
        found += try compare(exposures.map(\.answer.value), with: child, "E")
        #expect(exposures.allSatisfy { $0.action?.identifier == "ReadNumber" && $0.answer.provider == "Server" })
        let changes = run.availabilityRecords(of: "CrashApp/Flip").filter { $0.old != $0.new }
        // As often as not the flag is what it was before, and nothing changes.
        found += try compare(changes.map(\.new.identifier), with: child, "A", isDeduplicated: true)
        Soak.add(
            Soak.Counts(
                rounds: 1, kills: child.signal == nil ? 0 : 1, acknowledged: child.lines.count, found: found),
            to: "flags")

        // The values that were in effect are known without the events as well.
        guard let flag = run.flags().first(where: { $0.key == "number" }) else {
            #expect(!child.lines.contains { $0.hasPrefix("V ") })
            return
        }
        #expect(flag.latest?.value == numbers.last?.answer.value)
        let met = Set(flag.values.filter { !$0.sessions.isEmpty }.map(\.value))
        #expect(met == Set(exposures.map(\.answer.value)))
    }

    /// Compares what the child acknowledged with what is recorded, and returns how much of it was found.
    private func compare(
        _ recorded: [String], with child: ChildProcess, _ kind: String, isDeduplicated: Bool = false
    ) throws -> Int {
        var said = child.lines.filter { $0.hasPrefix(kind + " ") }.map { String($0.dropFirst(2)) }
        let acknowledged = said.count
        if isDeduplicated {
            said = said.reduce(into: []) { if $0.last ?? "unavailable" != $1 { $0.append($1) } }
        }
        let wrong = said.indices.first { !recorded.indices.contains($0) || recorded[$0] != said[$0] }
        #expect(wrong == nil, "\(kind) of \(said.count): \(recorded.count) recorded")
        #expect(recorded.count <= said.count + 1)
        // Up to the first that is wrong; a state that was said twice in a row is one change.
        return wrong.map { min($0, acknowledged) } ?? acknowledged
    }
}
