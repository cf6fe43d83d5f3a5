import FiresteelInsight
import FiresteelTimeline

/// The behaviour of people in runs, and the number of them.
struct ObservedBehaviour {
    /// Something that was done or happened.
    enum Fact: Hashable {
        case outcome(action: RunSegment.ActionPath, String)
        case succession(RunSegment.ActionPath, RunSegment.ActionPath)
        case variant(flag: String, String)
        case refusal(feature: String, reason: String)
    }

    /// The number of people, by what they did: those with a principal, and one for the rest of each run.
    private(set) var people: [Fact: Int] = [:]
    /// The number of runs that were read.
    private(set) var runs = 0
    /// The runs that are left out because they are being recorded.
    private(set) var running = 0
    /// The runs that can't be read, with the reasons.
    private(set) var unreadable: [String] = []
    private var seen: [Fact: Set<String>] = [:]

    /// Reads the runs of folders, and of the folders in them.
    init(folders: [RunFolder]) throws {
        for folder in folders {
            for summary in try folder.runs() { add(summary, of: folder) }
        }
        people = seen.mapValues(\.count)
        seen = [:]
    }

    private mutating func add(_ summary: RunSummary, of folder: RunFolder) {
        if summary.isRunning { return running += 1 }
        do {
            let run = try folder.open(summary.id)
            guard let part = RunSegment.remainder(of: run, after: nil, pseudonyms: PlainNames(ofRun: summary.id)) else {
                return running += 1
            }
            runs += 1
            for person in part.people { add(person) }
        } catch {
            unreadable.append("\(summary.id): \(error)")
        }
    }

    private mutating func add(_ person: RunSegment.Person) {
        func saw(_ fact: Fact) { seen[fact, default: []].insert(person.pseudonym) }
        for count in person.actions {
            if count.successes > 0 { saw(.outcome(action: count.path, "succeeds")) }
            if count.cancellations > 0 { saw(.outcome(action: count.path, "is cancelled")) }
            if count.interruptions > 0 { saw(.outcome(action: count.path, "is in flight at an abnormal end")) }
            for error in count.failures.keys {
                saw(.outcome(action: count.path, error.isEmpty ? "fails" : "fails with \(error)"))
            }
        }
        for one in person.successions { saw(.succession(one.from, one.to)) }
        for one in person.exposures { saw(.variant(flag: one.flag, one.variant)) }
        for one in person.refusals {
            for reason in one.reasons.isEmpty ? [""] : one.reasons {
                saw(.refusal(feature: one.feature, reason: reason))
            }
        }
    }

    /// Names of people that stay on this machine.
    private struct PlainNames: Pseudonyms {
        let ofRun: String

        func pseudonym(of principal: String) -> String { "principal \(principal)" }
    }
}

extension ObservedBehaviour.Fact {
    /// The kind, as JSON has it.
    var kind: String {
        switch self {
        case .outcome: "outcome"
        case .succession: "succession"
        case .variant: "variant"
        case .refusal: "refusal"
        }
    }

    /// The event, on one line.
    var words: String {
        switch self {
        case .outcome(let action, let outcome): "\(action.words) \(outcome)"
        case .succession(let first, let second): "\(first.words), then \(second.words)"
        case .variant(let flag, let variant): "\(flag) is “\(variant)”"
        case .refusal(let feature, let reason):
            reason.isEmpty ? "\(feature) is refused" : "\(feature) is refused: \(reason)"
        }
    }
}

extension RunSegment.ActionPath {
    /// The path as log lines have it.
    fileprivate var words: String { "\(feature)/#\(action)" }
}
