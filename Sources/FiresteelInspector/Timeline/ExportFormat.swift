import FiresteelTimeline
import FiresteelWeb

/// The forms that a run can be saved in.
enum ExportFormat: String, CaseIterable {
    case text
    case jsonl
    case html

    /// Returns the export.
    /// - Parameter crash: What the system wrote about the crash of the run.
    func export(_ crash: CrashDetails?) throws -> any TimelineExport {
        switch self {
        case .text: TimelineTextExport()
        case .jsonl: TimelineJSONLinesExport()
        case .html: try TimelineHTMLExport(crash: crash)
        }
    }

    private var type: any TimelineExport.Type {
        switch self {
        case .text: TimelineTextExport.self
        case .jsonl: TimelineJSONLinesExport.self
        case .html: TimelineHTMLExport.self
        }
    }

    var fileExtension: String { type.fileExtension }
    var mediaType: String { type.mediaType }
}
