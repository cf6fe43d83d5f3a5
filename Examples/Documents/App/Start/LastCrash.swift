import Firesteel
import FiresteelTimeline

/// The crash of the last run.
struct LastCrash: Sendable {
    /// The name of the run.
    let run: String
    /// The message, such as “The last run crashed during Import Folder.”.
    let text: String

    /// Returns the crash of the last run in the folder of a runtime's runs, or `nil` if it ended cleanly.
    ///
    /// Runs of other processes that are still running are skipped.
    static func find(in folder: RunFolder, current: String?) -> LastCrash? {
        guard let runs = try? folder.runs(), let last = runs.first(where: { $0.id != current && !$0.isRunning }),
            case .success(let state) = last.state, state.end.isCrash, state.end != .machineRestarted
        else { return nil }
        let action = (try? folder.open(last.id)).flatMap(folder.lastPerform)?.action?.name
        let verb = if case .signal = state.end { "crashed" } else { "ended abnormally" }
        return LastCrash(run: last.id, text: "The last run \(verb)\(action.map { " during \($0)" } ?? "").")
    }

    /// Returns the address of the run in an inspector.
    func link(in inspector: String) -> String {
        inspector.replacing("/#", with: "/runs?run=\(run)#", maxReplacements: 1)
    }
}
