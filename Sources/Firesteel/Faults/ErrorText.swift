import FiresteelBase
import FiresteelTimeline
import Foundation

/// The type, case and message that are recorded for an error.
///
/// Only errors that define a description are quoted. For others, the message is the name of the case without its
/// values, which may be user input.
package struct ErrorText {
    package let type: String
    /// The name of the case without its values, or `nil` if the error isn't an enumeration.
    package let enumCase: String?
    /// Whether the failure is reported, see ``ReportedError``.
    let isReported: Bool
    /// The recorded message.
    package let message: String

    package init(_ error: any Error) {
        type = String(describing: Swift.type(of: error))
        enumCase = enumCaseName(of: error)
        isReported = (error as? any ReportedError)?.isReported ?? false
        if let localized = error as? any LocalizedError, let words = localized.errorDescription {
            message = words
        } else if Swift.type(of: error) is any CustomStringConvertible.Type {
            // The check is on the type, since Foundation adds a description to every error.
            message = String(describing: error)
        } else {
            message = enumCase ?? type
        }
    }

    /// Calls a closure with type and message in the format of the timeline.
    func withRecorded<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: TextLimits.error, alignment: 1) { buffer in
            var summary = InputSummary(writingTo: buffer)
            summary.add("Type", type)
            if let enumCase { summary.add("Case", enumCase) }
            // A hidden field is part of no text.
            if isReported { summary.hide("Report") }
            summary.add(message)
            return body(summary.bytes)
        }
    }
}
