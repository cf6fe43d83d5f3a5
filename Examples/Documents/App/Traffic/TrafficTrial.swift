import ArgumentParser
import DocumentsCore
import Firesteel
import FiresteelFlags
import FiresteelTimeline
import Foundation

/// The effect of the variant `focused` on people in the experiment “Editor”.
enum TrafficEffect: String, CaseIterable, ExpressibleByArgument {
    /// They save 8 % more.
    case lift
    /// Every fourth of them crashes during Save.
    case harm
    /// Three of four leave before they see the editor.
    case mismatch
    /// Nothing.
    case none
}

/// People who take part in the experiment “Editor”, one after the other at a shared computer.
struct TrafficTrial: Sendable {
    let runtime: FeatureRuntime
    let flags: DocumentsFlags
    let program: ProgramDescription
    let store: DocumentStore
    /// The mean pause between two actions, in milliseconds.
    let pace: Int
    let effect: TrafficEffect
    /// The file that has the number of the next person, so that those before a crash don't return.
    let progress: URL

    /// The people of a computer.
    static let people = 25
    /// The exit status if the experiment doesn't run.
    static let notStarted: Int32 = 78
    /// The exit status if it ran, and no longer has everyone.
    static let hasEnded: Int32 = 79
    /// How often everyone saves.
    private static let saves = 12...14
    private static let lift = 1.08

    /// Lets people with the numbers of a range use the editor.
    func run(_ people: Range<Int>) async throws {
        let text = try? String(contentsOf: progress, encoding: .utf8)
        for number in people where number >= text.flatMap({ Int($0) }) ?? 0 {
            try Data("\(number + 1)".utf8).write(to: progress)
            do {
                try await visit(number)
            } catch let status as ExitCode where status.rawValue == Self.notStarted && number > people.lowerBound {
                throw ExitCode(Self.hasEnded)
            }
        }
        try FileManager.default.removeItem(at: progress)
    }

    private func visit(_ number: Int) async throws {
        let context = EvaluationContext.documents("person-\(number)", program: program)
        // It isn't an exposure.
        guard let variant = runtime.flags.resolution(of: flags.editor, in: context).variant, variant.contains("/")
        else {
            FileHandle.standardError.write(
                Data("The experiment “Editor” isn’t started. Start it on the dashboard, and try again.\n".utf8))
            throw ExitCode(Self.notStarted)
        }
        var chance = PersonalChance(of: number)
        let isFocused = variant.hasSuffix(":\(EditorLayout.focused.rawValue)")
        if effect == .mismatch, isFocused, Int.random(in: 0..<4, using: &chance) > 0 { return }
        let session = runtime.session("Window", context: context, principal: Principal("person-\(number)"))
        defer { session.close() }
        _ = session.use { runtime.flags.value(of: flags.editor, in: context) }
        if effect == .harm, isFocused, Int.random(in: 0..<4, using: &chance) == 0 {
            SaveRehearsal.set(.segmentationFault)
        }
        var saves = Double(Int.random(in: Self.saves, using: &chance))
        if effect == .lift, isFocused { saves *= Self.lift }
        try await write(Int(saves + Double.random(in: 0..<1, using: &chance)), in: session)
    }

    private func write(_ saves: Int, in session: ActionSession) async throws {
        let presenter = TabPresenter()
        let reference = DocumentReference("Ideas.md", in: store)
        _ = await DocumentManagement.open.perform(reference, presenter: presenter, options: .in(session))
        for line in 0..<saves {
            try await Task.sleep(for: .milliseconds(pace))
            let text = WrittenText("# Ideas\n\n- Line \(line)\n", in: reference, madeFrom: nil, isFast: true)
            _ = await DocumentManagement.save.perform(text, presenter: presenter, options: .in(session))
        }
        _ = await DocumentManagement.close.perform(
            ClosingDocument(reference, discardsDraft: true), presenter: presenter, options: .in(session))
    }
}

/// Chance that is the same for a person in each run: SplitMix64, with the person's number.
private struct PersonalChance: RandomNumberGenerator {
    private var state: UInt64

    init(of number: Int) { state = UInt64(truncatingIfNeeded: number) &* 0xD134_2543_DE82_EF95 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
