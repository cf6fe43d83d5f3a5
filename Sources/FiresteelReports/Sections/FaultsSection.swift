import Firesteel

/// The recorded faults.
struct FaultsSection: ReportSection {
    let identifier = "faults"
    let title = "Faults"

    func content(_ request: ReportRequest) -> ReportContent {
        let faults = request.runtime.faults + FeatureRuntime.processFaults
        guard !faults.isEmpty else { return ReportContent([.paragraph("No faults were recorded.")]) }
        return ReportContent([.table(columns: ["Fault"], rows: faults.map { ["\($0)"] })])
    }
}
