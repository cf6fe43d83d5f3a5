// guide: AfterACrash
import FiresteelTimeline

// end

// Not called: recording starts the process again.
private func crashes(_ path: String) throws {
    // guide: AfterACrash
    let runs = RunFolder(path: path)
    CrashDetails.record(in: runs)
    if let reason = CrashDetails.recordingError { print(reason) }
    // end

    // guide: AfterACrash
    if CommandLine.arguments.contains("--crash") { fatalError("A rehearsal") }
    // end

    // guide: AfterACrash
    for summary in try runs.runs().prefix(10) {
        guard case .success(let state) = summary.state, case .signal(let signal, _) = state.end else { continue }
        let run = try runs.open(summary.id)
        let actions = run.inFlight().compactMap { $0.action?.name }
        print("\(signal) during \(actions.joined(separator: ", "))")
        guard let details = runs.crashDetails(of: run) else { continue }
        print(details.message ?? "", details.backtrace?.frames.first?.symbol ?? "")
    }
    // end
}
