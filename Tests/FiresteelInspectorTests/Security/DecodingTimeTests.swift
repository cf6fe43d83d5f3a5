import Firesteel
import FiresteelFlags
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import FiresteelInspector

@Suite("Decoding in linear time", .serialized, .timeLimit(.minutes(5)))
struct DecodingTimeTests {
    /// A decoder that a client's bytes reach, and the text of a given size that it decodes.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var size = 20_000
        let text: Text
        let decode: @Sendable (String) throws -> Void

        var testDescription: String { name }
    }

    /// Returns a text of about a given size.
    typealias Text = @Sendable (Int) -> String

    private static func n(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static let queriesTexts: [(String, Text)] = [
        ("a long value", { "text=" + n("a", $0) }), ("escapes", { "text=" + n("%41", $0) }), ("blanks", { n("+", $0) }),
        ("several bytes", { "text=" + n("%F0%9F%94%A5", $0 / 4) }), ("separators", { n("&", $0) }),
        ("equals signs", { "text=" + n("=", $0) }),
        ("parameters", { size in (0..<size / 4).map { "a\($0)=b" }.joined(separator: "&") }),
        ("combining marks", { "text=" + n("%CC%81", $0) }),
    ]
    static let queries = queriesTexts.map { name, text in
        Case(name: "Query: \(name)", text: text) { text in
            let query = try QueryParameters(text)
            _ = TextNeedle(query.text("text"))
        }
    }

    static let lists: [Case] = [
        Case(name: "Filter: features", text: { "feature=" + n("App/Feature,", $0 / 8) }) { text in
            let query = try QueryParameters(text)
            _ = FeatureScope(query.list("feature"))
        },
        Case(name: "Filter: outcomes", text: { "outcome=" + n("success,", $0 / 8) }) { text in
            _ = try PerformFilter(QueryParameters(text))
        },
        Case(name: "Filter: a text with blanks", text: { "text=a" + n("+", $0) + "b" + n("+", $0) }) { text in
            _ = try PerformFilter(QueryParameters(text))
        },
    ]

    private static let pathsTexts: [(String, Text)] = [
        ("parts", { n("/a", $0) }), ("slashes", { n("/", $0) }), ("escapes", { "/" + n("%2F", $0) }),
        ("a long part", { "/" + n("a", $0) }), ("dots", { n("/..", $0) }),
    ]
    private static let router = HTTPRouter([(.get, "/a/{a}/{b}"), (.get, "/{a}")])
    static let paths = pathsTexts.map { name, text in
        Case(name: "Path: \(name)", text: text) { text in _ = router.match(.get, path: text[...]) }
    }

    private static let headsTexts: [(String, Text)] = [
        ("Authorization", { "Bearer " + n(" ", $0) + "a" }), ("Authorization", { n("a", $0) }),
        ("Host", { n("a:", $0) }),
        ("Origin", { "http://" + n("A", $0) }), ("Sec-Fetch-Site", { n("A", $0) }),
    ]
    static let heads = headsTexts.map { name, text in
        Case(name: "Field: \(name)", text: text) { text in
            let fieldName = try #require(HTTPField.Name(name))
            var fields: HTTPFields = [HTTPField.Name(literal: "Host"): "127.0.0.1:1"]
            fields[fieldName] = text
            let request = HTTPRequestMessage(
                head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/api", headerFields: fields))
            let requestGuard = RequestGuard(of: "The test", host: "127.0.0.1", port: 1, names: [])
            #expect(throws: HTTPProblem.self) {
                try requestGuard.checkOrigin(request, isPage: false)
                guard SecretToken().matches(try RequestGuard.token(of: request)) else { throw HTTPProblem.missingToken }
            }
        }
    }

    private static let bodiesTexts: [(String, Text)] = [
        ("a long text", { #"{"url": ""# + n("a", $0) + #""}"# }),
        ("escapes", { #"{"url": ""# + n(#"\n"#, $0) + #""}"# }),
        ("Unicode escapes", { #"{"url": ""# + n(#"\ud83d\udd25"#, $0 / 4) + #""}"# }),
        ("an array", { "[" + n("1,", $0) + "1]" }), ("digits", { n("1", $0) }), ("depth", { n("[", $0) }),
        ("objects", { n(#"{"a":"#, $0 / 4) }), ("blanks", { n(" ", $0) }),
        ("members", { size in "{" + (0..<size / 8).map { "\"key\($0)\": 1" }.joined(separator: ",") + "}" }),
        ("one member again", { "{" + n(#""a": 1,"#, $0 / 8) + #""url": "b"}"# }),
    ]
    static let bodies = bodiesTexts.map { name, text in
        Case(name: "Body: \(name)", text: text) { text in
            let head = HTTPRequest(
                method: .post, scheme: nil, authority: nil, path: "/", headerFields: [.contentType: "application/json"])
            let call = Call(
                request: HTTPRequestMessage(head: head, body: Array(text.utf8)), query: try QueryParameters(""),
                parameters: [:])
            _ = try? call.body(PageData.Link.self)
        }
    }

    private static let valuesTexts: [(String, Text)] = [
        ("a long text", { "\"" + n("a", $0) + "\"" }), ("escapes", { "\"" + n(#"\n"#, $0) + "\"" }),
        ("an array", { "[" + n("1,", $0) + "1]" }), ("digits", { n("1", $0) }), ("a fraction", { "0." + n("1", $0) }),
        ("depth", { n("[", $0) }), ("blanks", { n(" ", $0) }), ("lines", { n("\n", $0) + "x" }),
        ("members", { size in "{" + (0..<size / 8).map { "\"key\($0)\": 1" }.joined(separator: ",") + "}" }),
        ("combining marks", { "\"" + n("\u{301}", $0) + "\"" }),
    ]
    static let values = valuesTexts.map { name, text in
        Case(name: "Flag value: \(name)", size: 10_000, text: text) { text in
            _ = try? JSONValue(json: text.utf8, limits: JSONLimits(bytes: 10 << 20, depth: FlagText.deepest))
        }
    }

    @Test(
        "Time grows as the text does",
        arguments: queries + lists + paths + heads + bodies + values)
    func growth(tested: Case) async throws {
        let growth = try await withOwnThread {
            try costGrowth(from: tested.size) { size in try tested.decode(tested.text(size)) }
        }
        // Four times is linear, sixteen times quadratic.
        #expect(growth < 12, "\(tested.name): \(growth)")
    }

    @Test(
        "Links are decoded in linear time",
        arguments: [
            "library://books/N", "library://books/a?title=N", "library://N", "library://books/ESCAPES",
            "library://anything/SLASHES",
            "library://books/a?SEPARATORS", "library://books/a#N", "N://books", "https://N/books",
            "https://books.example.com/books/MARKS", "library://books/a?b=MARKS",
        ])
    func links(pattern: String) async throws {
        try await withTestRuntime(EdgeApp.self) { test in
            let runtime = test.runtime
            let growth = try await withOwnThread {
                costGrowth(from: 10_000) { size in
                    let link =
                        pattern.replacing("ESCAPES", with: Self.n("%41", size))
                        .replacing("SEPARATORS", with: Self.n("a&", size))
                        .replacing("SLASHES", with: Self.n("a/", size)).replacing(
                            "MARKS", with: Self.n("\u{301}", size)
                        )
                        .replacing("N", with: Self.n("a", size))
                    _ = runtime.explainRoute(link)
                    _ = try? runtime.route(link)
                }
            }
            #expect(growth < 12, "\(pattern): \(growth)")
        }
    }
}
