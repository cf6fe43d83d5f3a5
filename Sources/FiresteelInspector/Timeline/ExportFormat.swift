import FiresteelTimeline

/// The forms that a run can be saved in.
enum ExportFormat: String, CaseIterable {
    case text
    case jsonl
    case html

    var export: any TimelineExport {
        switch self {
        case .text: TimelineTextExport()
        case .jsonl: TimelineJSONLinesExport()
        case .html: TimelineHTMLExport()
        }
    }

    var fileExtension: String { type(of: export).fileExtension }
    var mediaType: String { type(of: export).mediaType }
}
