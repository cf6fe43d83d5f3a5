import DocumentsCore
import Firesteel
import FiresteelTesting
import TestSupport
import Testing

@testable import Documents

@Suite("Next commands", .timeLimit(.minutes(2))) struct NextCommandTests {
    @Test("What users did after an action three times is offered after it, while its feature is available")
    func offered() async throws {
        try await withApp { app in
            let tab = try await app.tab()
            func next() async throws -> [String]? {
                try await app.client.post("/api/tabs/\(tab.id)/next", [String: String]()).json()["commands"]
                    as? [String]
            }
            _ = try await tab.perform("create", ["name": "Plan"])
            #expect(try await next() == [])
            for _ in 1...3 {
                _ = try await tab.perform("open", ["name": "Plan.md"])
                _ = try await tab.perform("preview", ["name": "Plan.md", "text": "# A"])
                _ = try await tab.perform("export", ["name": "Plan.md", "text": "# A"])
            }
            #expect(try await next() == [])
            // In another tab.
            let other = try await app.tab(2)
            let read = { try await app.client.post("/api/tabs/\(other.id)/next", [String: String]()).json() }
            _ = try await other.perform("open", ["name": "Plan.md"])
            #expect(try await read()["commands"] as? [String] == ["export"])
            try app.runtime.flags.setOverride(false, for: "Documents/DocumentExport")
            #expect(try await read()["commands"] as? [String] == [])
        }
    }
}
