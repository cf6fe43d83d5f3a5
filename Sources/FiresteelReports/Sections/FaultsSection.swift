import Firesteel

/// What went wrong without stopping anything.
struct FaultsSection: ReportSection {
    let identifier = "faults"
    let title = "Faults"

    func content(_ request: ReportRequest) -> ReportContent {
        let faults = request.runtime.faults + FeatureRuntime.processFaults
        guard !faults.isEmpty else { return ReportContent([.paragraph("Nothing went wrong that was noticed.")]) }
        return ReportContent([.table(columns: ["Fault"], rows: faults.map { ["\($0)"] })])
    }
}
