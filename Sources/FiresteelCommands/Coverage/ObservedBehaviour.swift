import FiresteelInsight
import FiresteelTimeline

/// The behaviour of people in runs, and the number of them.
struct ObservedBehaviour {
    /// The number of people, by what they did: those with a principal, and one for the rest of each run.
    private(set) var people: [BehaviourFact: Int] = [:]
    /// The number of runs that were read.
    private(set) var runs = 0
    /// The versions of their programs, of which one without a version is empty.
    private(set) var versions: Set<String> = []
    /// The runs that are left out because they are being recorded.
    private(set) var running = 0
    /// The runs that can't be read, with the reasons.
    private(set) var unreadable: [String] = []
    private var seen: [BehaviourFact: Set<String>] = [:]

    /// Whether there are no runs, not even ones that are left out.
    var isEmpty: Bool { runs + running + unreadable.count == 0 }

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
            versions.insert(part.program.version)
            for person in part.people {
                for fact in person.facts { seen[fact, default: []].insert(person.pseudonym) }
            }
        } catch {
            unreadable.append("\(summary.id): \(error)")
        }
    }

    /// Names of people that stay on this machine.
    private struct PlainNames: Pseudonyms {
        let ofRun: String

        func pseudonym(of principal: String) -> String { "principal \(principal)" }
    }
}

extension BehaviourFact {
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
        case .outcome(let action, let outcome): "\(action.words) \(outcome.words)"
        case .succession(let first, let second): "\(first.words), then \(second.words)"
        case .variant(let one): "\(one.flag) is “\(one.variant)”"
        case .refusal(let feature, let reason):
            reason.isEmpty ? "\(feature) is refused" : "\(feature) is refused: \(reason)"
        }
    }
}

extension BehaviourFact.Outcome {
    fileprivate var words: String {
        switch self {
        case .success: "succeeds"
        case .cancellation: "is cancelled"
        case .interruption: "is in flight at an abnormal end"
        case .failure(let error): error.isEmpty ? "fails" : "fails with \(error)"
        }
    }
}

extension RunSegment.ActionPath {
    /// The path as log lines have it.
    fileprivate var words: String { "\(feature)/#\(action)" }
}
