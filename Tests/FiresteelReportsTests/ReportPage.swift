import Foundation
import Testing

/// The data of a report's page.
struct ReportPage {
    struct Section {
        let title: String
        let parts: [[String: Any]]
    }

    let text: String
    private(set) var sections: [Section] = []
    /// The objects of each run, by its section.
    private(set) var runs: [String: [[String: Any]]] = [:]

    init(_ text: String) throws {
        self.text = text
        for block in text.components(separatedBy: "<script type=\"application/json\"").dropFirst() {
            let begin = try #require(block.firstIndex(of: ">")), end = try #require(block.range(of: "</script>"))
            let head = block[..<begin], json = block[block.index(after: begin)..<end.lowerBound]
            let name = try #require(head.components(separatedBy: "data-name=\"").last?.dropLast())
            let objects = try #require(
                try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]], "\(name)")
            guard head.contains("data-kind=\"report\"") else {
                runs[String(name)] = objects
                continue
            }
            for object in objects.dropFirst() {
                let parts = try #require(object["parts"] as? [Any])
                sections.append(
                    Section(title: object["title"] as? String ?? "", parts: parts.compactMap { $0 as? [String: Any] }))
            }
        }
    }
}
