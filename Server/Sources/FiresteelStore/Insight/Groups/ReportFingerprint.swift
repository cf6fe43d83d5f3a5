import Crypto
package import FiresteelInsight

/// The key by which reports are grouped: the failure, in the program's identifiers.
///
/// Renaming a type whose identifier stays, another system and numbers in texts don't make another group.
package struct ReportFingerprint: Sendable, Hashable {
    /// The version of the rules, and a hash: of how it ended, the feature's path, the action, the type and case of the
    /// error, and whether the action was in flight or failed.
    package let text: String
    /// A hash of the error's message without numbers, of its file, and of the first own function of the backtrace.
    ///
    /// Groups are split by it, on request.
    package let detail: String

    /// The version of the rules.
    package static let version = 1

    /// Creates the fingerprint of a report.
    package init(_ report: InsightReport) {
        let parts = [
            report.kind.rawValue, report.action?.feature ?? "", report.action?.action ?? "",
            report.failure?.type ?? "", report.failure?.enumCase ?? "", report.state?.rawValue ?? "",
        ]
        text = "\(Self.version):\(Self.hash(parts))"
        let own = report.backtrace.first { $0.isOwn }
        detail = Self.hash([
            Self.withoutNumbers(report.failure?.message ?? report.fatal?.message ?? ""), report.fatal?.file ?? "",
            Self.withoutNumbers(own?.function ?? ""),
        ])
    }

    private static func hash(_ parts: [String]) -> String {
        // No part contains U+0000.
        let digest = SHA256.hash(data: Array(parts.joined(separator: "\0").utf8))
        let digits = Array("0123456789abcdef")
        return String(digest.prefix(12).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    /// Returns a text in which each number, in decimal or hexadecimal digits after `0x`, is `#`.
    static func withoutNumbers(_ text: String) -> String {
        text.replacing(/0x[0-9A-Fa-f]+|[0-9]+/, with: "#")
    }
}

extension InsightReport {
    /// The failure as a sentence of the program's words: *Crash during Save Document*, *Save Document failed: diskFull*.
    package var title: String {
        guard let action = names?.action ?? action?.action else {
            switch kind {
            case .crash: return steps.isEmpty ? "Crash before the first action" : "Crash with no action in flight"
            case .killed:
                return steps.isEmpty ? "Killed before the first action" : "Killed with no action in flight"
            case .failure: return "Failure: \(reason)"
            case .request: return "Requested report"
            }
        }
        switch kind {
        case .crash: return "Crash during \(action)"
        case .killed: return "Killed during \(action)"
        case .failure: return "\(action) failed: \(reason)"
        case .request: return "Requested report during \(action)"
        }
    }

    private var reason: String {
        if let name = failure?.enumCase, !name.isEmpty { return name }
        guard let type = failure?.type, !type.isEmpty else { return "unknown error" }
        return type
    }

    /// The message of the error, for people.
    package var message: String { failure?.message ?? fatal?.message ?? end?.signal ?? "" }

    /// The place in the source of a fatal error, such as `DocumentStore.swift:118`; else of the first own frame.
    package var place: String {
        if let file = fatal?.file { return fatal?.line.map { "\(file):\($0)" } ?? file }
        guard let frame = backtrace.first(where: { $0.isOwn && $0.file != nil }), let file = frame.file else {
            return ""
        }
        return frame.line.map { "\(file):\($0)" } ?? file
    }
}
