package import Firesteel
package import FiresteelTimeline

package enum MeasureDocument: Action {
    package static let description = "Count the words of a document"
    package static let effect = ActionEffect.reads

    package static func perform(
        _ context: ActionContext<MeasuredText>, presenter: any StatisticsPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let measured = context.input
            let name = try DocumentName(measured.text.path)
            let statistics = await LongWork.run {
                TextStatistics(of: measured.text.text, wordsPerMinute: measured.readingSpeed)
            }
            presenter.showStatistics(statistics, of: name)
            return .success
        }
    }
}

/// A text to measure, and the reading speed.
package struct MeasuredText: Sendable {
    package let text: DocumentText
    /// In words per minute.
    package let readingSpeed: Int
    /// The reading speed unless a flag or a request has another one.
    package static let usualReadingSpeed = 230

    package init(_ text: DocumentText, readingSpeed: Int) {
        self.text = text
        self.readingSpeed = readingSpeed
    }
}

extension MeasuredText: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(text)
        summary.add("Words per minute", readingSpeed)
    }
}
