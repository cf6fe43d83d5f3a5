import Firesteel
import Logging

extension LogLine {
    /// The moment 2026-11-21T16:56:07.070250Z.
    static let sampleTime: Int64 = 1_795_280_167_070_250

    /// A line outside every feature, unless a context is given.
    static func sample(
        at time: Int64 = sampleTime, level: Logger.Level = .info, label: String = "documents.store",
        message: String = "Listening", metadata: [String: String] = [:], context: LogContext? = nil
    ) -> LogLine {
        LogLine(time: time, level: level, label: label, message: message, metadata: metadata, context: context)
    }

    /// A line as long as most are.
    static func numbered(_ number: Int, at time: Int64 = sampleTime) -> LogLine {
        sample(at: time, message: "Line \(number)")
    }
}

extension LogContext {
    /// A feature, outside its actions.
    static let management = LogContext(
        feature: FeaturePath("App/DocumentManagement"), featureName: "Document Management")

    /// An action of it.
    static func saving(
        input: String? = "How FDD Works.txt", session: String = "Window", flags: [Flag] = []
    ) -> LogContext {
        LogContext(
            feature: FeaturePath("App/DocumentManagement"), featureName: "Document Management",
            action: PerformedAction(
                identifier: "SaveDocument", name: "Save Document", perform: 12, session: 2, sessionName: session,
                stack: 7, input: input, flags: flags))
    }
}
