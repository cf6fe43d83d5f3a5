import Firesteel
import FiresteelPermissions
import FiresteelPurchases
import FiresteelTesting
import Foundation
import Testing

@testable import FiresteelInspector

@Suite("Routes, products, permissions and activities in the pages", .timeLimit(.minutes(5)))
struct EdgeTests {
    private func post(_ bench: Bench, _ target: String, _ body: some Encodable) async throws -> RawClient.Response {
        try await bench.client.send(
            "POST", "/api/\(target)", body: String(decoding: JSONEncoder().encode(body), as: UTF8.self))
    }

    private func explain(_ bench: Bench, _ url: String) async throws -> PageData.RouteExplained {
        try await post(bench, "routes/explain", PageData.Link(url: url)).json()
    }

    // MARK: Routes

    @Test("Routes are listed in their features, with scopes, parameters and whether they are reversible")
    func routes() async throws {
        try await withInspector(EdgeApp.self) { bench in
            let routes = try await bench.client.get("routes", PageData.Routes.self).routes
            #expect(routes.map(\.pattern) == ["books/$(title)", "books/close", "anything/**"])
            let book = try #require(routes.first)
            #expect(book.name == "book" && book.parameters == ["title"] && book.reversible)
            #expect(book.scopes == ["library:", "books.example.com"] && book.example == "library://")
            #expect(book.feature.name == "Library" && book.action.name == "Open Book")
            #expect(!routes[2].reversible && routes[1].scopes == ["any app", "any domain"])
            let features: PageData.Features = try await bench.client.get("features")
            let library = try #require(features.roots.first?.features.first)
            #expect(library.routes?.map(\.pattern) == routes.map(\.pattern) && library.routes?[0].name == "book")
            #expect(features.roots.first?.features.last?.routes == nil)
        }
    }

    @Test("The explanation of a link has the matched pattern, its parameters, and the reasons against the others")
    func explains() async throws {
        try await withInspector(EdgeApp.self) { bench in
            let explained = try await explain(bench, "library://books/War%20and%20Peace?page=7")
            let match = try #require(explained.match)
            #expect(match.pattern == "books/$(title)" && match.name == "book" && explained.problem == nil)
            #expect(
                match.parameters == [
                    PageData.RouteParameter(name: "title", value: "War and Peace", from: "path"),
                    PageData.RouteParameter(name: "page", value: "7", from: "query"),
                ])
            #expect(match.availability.state == "available")
            #expect(explained.candidates.filter(\.won).map(\.pattern) == ["books/$(title)"])
            #expect(explained.candidates.count == 3 && explained.candidates.allSatisfy { !$0.why.isEmpty })
            let wrong = try await explain(bench, "library://books/War?page=seven")
            #expect(wrong.match != nil && wrong.problem?.contains("page") == true)
            let none = try await explain(bench, "library://nowhere")
            #expect(none.match == nil && none.problem == nil && none.candidates.count == 3)
            let malformed = try await explain(bench, "not a link")
            #expect(malformed.match == nil && malformed.problem != nil && malformed.candidates.isEmpty)
        }
    }

    @Test("A link is opened as a link, and errors are returned")
    func opens() async throws {
        try await withInspector(EdgeApp.self) { bench in
            func open(_ url: String) async throws -> RawClient.Response {
                try await post(bench, "routes/open", PageData.Link(url: url))
            }
            let answer: PageData.PerformAnswer = try await open("library://books/War").json()
            #expect(answer.outcome == "success")
            let row: PageData.Row = try await bench.client.get("timeline/performs/\(try #require(answer.perform))")
            #expect(row.source == "url" && row.action.identifier == "OpenBook")
            let refused: PageData.PerformAnswer = try await open("library://books/War?page=x").json()
            #expect(refused.refused?.reason == "input" && refused.refused?.parameter == "page")
            #expect(try await open("library://nowhere").status == 400)
            #expect(try await open("nonsense").status == 400)
            #expect(try await open("library://books/" + String(repeating: "a", count: 9_000)).status == 400)
        }
    }

    // MARK: Products and permissions

    @Test("Products and permissions have their status, the features that need them, and whether they can be overridden")
    func access() async throws {
        let debug = DebugPurchaseTracker()
        let sources: [any ConstraintSource] = [
            Purchases([debug]), Permissions([ScriptedPermission(.contacts, .denied)]),
        ]
        try await withInspector(EdgeApp.self, configure: { $0.sources = sources }) { bench in
            let access: PageData.Access = try await bench.client.get("access")
            let edition = try #require(access.products.first)
            #expect(edition.id == "com.example.edition" && edition.name == "Edition" && edition.price == "4 EUR")
            #expect(edition.type == "subscription" && edition.status == "unknown" && edition.override == nil)
            #expect(edition.choices == ["granted", "denied", "unknown"])
            #expect(edition.features.map(\.path) == ["EdgeApp/Exporting"])
            let contacts = try #require(access.permissions.first)
            #expect(contacts.id == "contacts" && contacts.choices?.contains("restricted") == true)
            #expect(contacts.features.map(\.path) == ["EdgeApp/Exporting"])

            func set(_ kind: String, _ id: String, _ status: String?) async throws -> RawClient.Response {
                try await post(bench, "access/override", PageData.AccessChange(kind: kind, id: id, status: status))
            }
            let bought: PageData.Access = try await set("product", "com.example.edition", "granted").json()
            #expect(bought.products[0].status == "granted" && bought.products[0].override == "granted")
            let allowed: PageData.Access = try await set("permission", "contacts", "granted").json()
            #expect(allowed.permissions[0].status == "granted" && allowed.permissions[0].override == "granted")
            #expect(allowed.permissions[0].features[0].state == "available")
            let back: PageData.Access = try await set("product", "com.example.edition", nil).json()
            #expect(back.products[0].override == nil && back.products[0].status == "unknown")
            _ = try await set("permission", "contacts", nil)
            #expect(try await set("product", "none", "granted").status == 404)
            #expect(try await set("permission", "none", "granted").status == 404)
            #expect(try await set("product", "com.example.edition", "stolen").status == 400)
            #expect(try await set("permission", "contacts", "stolen").status == 400)
            #expect(try await set("ticket", "contacts", "granted").status == 400)
        }
    }

    @Test("Without a debug tracker a product can't be overridden, and a remedy names its subject")
    func noOverrides() async throws {
        let sources: [any ConstraintSource] = [
            Purchases([]), Permissions([ScriptedPermission(.contacts, .notDetermined)]),
        ]
        try await withInspector(EdgeApp.self, configure: { $0.sources = sources }) { bench in
            let access: PageData.Access = try await bench.client.get("access")
            #expect(access.products.first?.choices == nil)
            let change = PageData.AccessChange(kind: "product", id: "com.example.edition", status: "granted")
            #expect(try await post(bench, "access/override", change).status == 400)
            let features: PageData.Features = try await bench.client.get("features")
            let remedies = features.roots[0].features[1].availability.reasons.compactMap(\.remedy)
            #expect(remedies.contains { $0.kind == "grant" && $0.permission == "Contacts" })
        }
    }

    // MARK: Activities

    @Test("Activities are listed by session and as kept, found, continued and removed")
    func activities() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("activities-\(UUID()).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        try await withInspector(EdgeApp.self) { bench in
            let none: PageData.Activities = try await bench.client.get("activities")
            #expect(!none.attached && none.index.isEmpty)
            let center = bench.runtime.publishActivities(to: [ActivityIndex(file: file)])
            for title in ["War and Peace", "Emma"] {
                await Library.open.perform(Book(title: title, page: 1), options: .in(bench.runtime.main))
            }
            await center.settle()
            let activities: PageData.Activities = try await bench.client.get("activities")
            #expect(activities.attached && activities.total == 2)
            #expect(activities.index.map(\.title) == ["Emma", "War and Peace"])
            #expect(activities.current.map(\.title) == ["Emma"] && activities.current[0].session?.name == "main")
            let emma = try #require(activities.index.first)
            #expect(
                emma.eligibility == ["perform", "search"] && emma.keywords == ["reading"] && emma.subtitle == "A book")
            #expect(emma.feature.name == "Library" && emma.availability.state == "available")
            let found: PageData.Activities = try await bench.client.get("activities?text=war")
            #expect(found.index.map(\.title) == ["War and Peace"] && found.current.isEmpty && found.total == 2)
            #expect(try await bench.client.get("activities?limit=1", PageData.Activities.self).index.count == 1)

            for id in [emma.id, activities.current[0].id] {
                let answer: PageData.PerformAnswer = try await post(
                    bench, "activities/continue", PageData.ActivityChoice(id: id)
                ).json()
                #expect(answer.outcome == "success")
                let row: PageData.Row = try await bench.client.get("timeline/performs/\(try #require(answer.perform))")
                #expect(row.source == "activity")
            }
            await center.settle()
            let allowed = CharacterSet.alphanumerics
            let path = try #require(emma.id.addingPercentEncoding(withAllowedCharacters: allowed))
            let rest: PageData.Activities = try await bench.client.send("DELETE", "/api/activities/\(path)").json()
            #expect(rest.index.map(\.title) == ["War and Peace"])
            #expect(try await bench.client.send("DELETE", "/api/activities/\(path)").status == 404)
            let gone = PageData.ActivityChoice(id: "none")
            #expect(try await post(bench, "activities/continue", gone).status == 404)
        }
    }
}
