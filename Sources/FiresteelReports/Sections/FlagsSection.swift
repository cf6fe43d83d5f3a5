import Firesteel
import FiresteelFlags
import FiresteelTimeline

/// Every flag with its value, and why it has it.
struct FlagsSection: ReportSection {
    let identifier = "flags"
    let title = "Flags"

    func content(_ request: ReportRequest) throws -> ReportContent {
        let stack = request.runtime.flags
        let flags = stack.descriptions()
        var facts = [
            ReportFact("Environment", stack.environment.rawValue),
            ReportFact("Overridden", "\(flags.count { $0.isOverridden })"),
            ReportFact("Different from the default", "\(flags.count { $0.differsFromDefault })"),
        ]
        for (index, provider) in stack.providers.enumerated() {
            facts.append(ReportFact("Provider \(index + 1)", "\(provider.name), \(provider.status.state)"))
        }
        let rows = flags.map { flag in
            [
                flag.key, request.shown(flag.value, of: flag), request.shown(flag.defaultValue, of: flag),
                flag.provider ?? "the program", flag.reason.rawValue, flag.isOverridden ? "overridden" : "",
            ]
        }
        var snapshot = stack.snapshot()
        for key in snapshot.entries.keys where request.hides(key) {
            snapshot.entries[key]?.value = .string(Redaction.mark)
        }
        // The steps of an explanation contain the value of a hidden flag.
        let explanations = flags.filter { !request.hides($0.key) }.compactMap { flag in
            stack.explain(flag.key).map { "\(flag.key)\n\($0.text)\n" }
        }
        let text = explanations.joined(separator: "\n")
        let columns = ["Flag", "Value", "Default", "From", "Why", ""]
        return ReportContent(
            [.facts(facts), .table(columns: columns, rows: rows), ReportPart.text("Explanations", text).onPageOnly],
            files: [
                ReportFile("snapshot.json", try ReportJSON.text(snapshot)), ReportFile("explanations.txt", text),
            ])
    }
}

extension ReportRequest {
    /// Returns a flag's value as it may be shown.
    fileprivate func shown(_ value: JSONValue, of flag: FlagDescription) -> String {
        hides(flag.key) ? Redaction.mark : value.json()
    }
}
