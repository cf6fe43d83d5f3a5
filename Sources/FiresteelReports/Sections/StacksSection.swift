import Firesteel
import FiresteelTimeline
import Foundation

/// The open action stacks, and those that closed last.
struct StacksSection: ReportSection {
    let identifier = "stacks"
    let title = "Stacks"

    func content(_ request: ReportRequest) -> ReportContent {
        let sessions = request.runtime.describeStacks(limit: 1_000)
        var rows: [[String]] = []
        for session in sessions.sessions {
            let name = "\(session.identifier) \(session.name)"
            for stack in session.open + session.closed {
                add(stack, depth: 0, in: name, request, to: &rows)
            }
        }
        var parts: [ReportPart] = []
        if sessions.total > sessions.sessions.count {
            parts.append(.paragraph("\(sessions.total - sessions.sessions.count) more sessions are omitted."))
        }
        if rows.isEmpty {
            parts.append(.paragraph("There are no stacks."))
        } else {
            parts.append(.table(columns: ["Session", "Stack", "Since", "What", "Outcome", "Took"], rows: rows))
        }
        return ReportContent(parts)
    }

    private func add(
        _ stack: StackDescription, depth: Int, in session: String, _ request: ReportRequest, to rows: inout [[String]]
    ) {
        let indent = String(repeating: "› ", count: depth)
        var inside: [[String]] = []
        if stack.dropped > 0, request.performs == nil {
            inside.append([session, "", "", "\(indent)› \(stack.dropped) older entries were dropped", "", ""])
        }
        for entry in stack.entries {
            switch entry {
            case .stack(let below): add(below, depth: depth + 1, in: session, request, to: &inside)
            case .perform(let perform):
                guard request.includes(perform: perform.identifier) else { continue }
                inside.append([
                    session, "", Self.time(perform.began), "\(indent)› \(perform.actionName) (\(perform.action))",
                    perform.outcome?.identifier ?? "in flight", perform.duration.map { "\($0) µs" } ?? "",
                ])
            }
        }
        guard request.performs == nil || !inside.isEmpty else { return }
        let state = stack.closed.map { "closed \(Self.time($0))" } ?? "open"
        rows.append([
            session, "\(stack.identifier)", Self.time(stack.opened), "\(indent)\(stack.featureName) (\(stack.feature))",
            state, "",
        ])
        rows += inside
    }

    private static func time(_ microseconds: Int64) -> String {
        Date(microseconds: microseconds).formatted(.iso8601.time(includingFractionalSeconds: true))
    }
}
