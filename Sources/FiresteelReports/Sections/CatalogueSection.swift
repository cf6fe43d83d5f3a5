import Firesteel
import FiresteelCatalogue
import FiresteelFlags
import FiresteelTimeline
import Foundation

/// The declarations of the program.
struct CatalogueSection: ReportSection {
    let identifier = "catalogue"
    let title = "Catalogue"

    func content(_ request: ReportRequest) throws -> ReportContent {
        var catalogue = request.runtime.catalogue
        for index in catalogue.flags.indices where request.hides(catalogue.flags[index].key) {
            catalogue.flags[index].defaultValue = .string(Redaction.mark)
            catalogue.flags[index].allowedValues = nil
        }
        let markdown = catalogue.markdown
        return ReportContent(
            [ReportPart.text("Features, actions and flags", markdown).onPageOnly],
            files: [
                ReportFile("catalogue.json", String(decoding: try catalogue.json(), as: UTF8.self)),
                ReportFile("catalogue.md", markdown), ReportFile("catalogue.mmd", catalogue.mermaid()),
            ])
    }
}
