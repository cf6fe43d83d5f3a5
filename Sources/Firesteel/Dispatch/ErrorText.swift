import FiresteelTimeline
import Foundation

extension FeatureRuntime {
    /// What may be said of an error: what the timeline records of it.
    package static func recordedMessage(of error: any Error) -> String { ErrorText(error).message }
}

/// What is recorded of an error: its type, and the words that it has for itself.
///
/// Only an error that says how it reads is quoted. Of others the case is named without its values, since these may be
/// what the user entered.
struct ErrorText {
    let type: String
    let message: String

    init(_ error: any Error) {
        type = String(describing: Swift.type(of: error))
        if let localized = error as? any LocalizedError, let words = localized.errorDescription {
            message = words
        } else if Swift.type(of: error) is any CustomStringConvertible.Type {
            // Asked of the type, since Foundation lends every error a description of its own.
            message = String(describing: error)
        } else {
            let mirror = Mirror(reflecting: error)
            message = mirror.displayStyle == .enum ? mirror.children.first?.label ?? "\(error)" : type
        }
    }

    /// Writes type and message as the timeline takes them.
    func withRecorded<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: TextLimits.error, alignment: 1) { buffer in
            var summary = InputSummary(writingTo: buffer)
            summary.add("Type", type)
            summary.add(message)
            return body(summary.bytes)
        }
    }
}
