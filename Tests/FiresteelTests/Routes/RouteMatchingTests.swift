import Firesteel
import Testing

@Suite("Links find their pattern")
struct RouteMatchingTests {
    @Test(
        "A pattern matches what it describes, and returns its parameters",
        arguments: [
            ("open/$(document)", "documents://open/Notes", ["document": "Notes"]),
            ("open/$(document)", "documents:///open/Notes", ["document": "Notes"]),
            ("open/$(document)", "documents:/open/Notes", ["document": "Notes"]),
            ("open/$(document)", "documents:open/Notes", ["document": "Notes"]),
            ("/open/$(document)/", "https://example.com/open/Notes", ["document": "Notes"]),
            ("open/$(document)", "https://example.com/open/Notes/", ["document": "Notes"]),
            ("open/v$(version).json", "documents://open/v1.2.json", ["version": "1.2"]),
            ("$(first)/$(second)", "documents://a/b", ["first": "a", "second": "b"]),
            ("open/*/$(page)", "documents://open/anything/3", ["page": "3"]),
            ("share/**(rest)", "documents://share/a/b/c", ["rest": "a/b/c"]),
            ("share/**(rest)", "documents://share", ["rest": ""]),
            ("share/**", "documents://share/a/b", [:]),
            ("/", "https://example.com", [:]),
            ("/", "https://example.com/", [:]),
            ("**", "documents:", [:]),
            ("caf%C3%A9/100%25", "documents://caf%C3%A9/100%25", [:]),
            ("caf%C3%A9", "documents://café", [:]),
            ("a%2Ab/$(x)", "documents://a*b/%2A", ["x": "*"]),
            ("$(x)", "documents://%2541", ["x": "%41"]),
            ("$(x)", "documents://a%2Fb%3Fc%23d", ["x": "a/b?c#d"]),
            ("price$100/$(x)", "documents://price$100/%00", ["x": "\0"]),
        ] as [(String, String, [String: String])])
    func takes(pattern: String, link: String, parameters: [String: String]) throws {
        let runtime = try Routed.runtime(Route(pattern, to: Routed.go))
        let match = try runtime.route(link)
        #expect(match.pattern == pattern)
        #expect(
            Dictionary(uniqueKeysWithValues: match.parameters.names.map { ($0, match.parameters[$0]) }) == parameters)
    }

    @Test(
        "A pattern doesn't match what it doesn't describe",
        arguments: [
            ("open/$(document)", "documents://open"),
            ("open/$(document)", "documents://open/a/b"),
            ("open/$(document)", "documents://Open/a"),
            ("open/v$(version).json", "documents://open/v.json"),
            ("open/v$(version).json", "documents://open/v1.JSON"),
            ("a$(x)a", "documents://aa"),
            ("*", "documents://"),
            ("open", "documents://open/x"),
            ("cafe%CC%81", "documents://caf%C3%A9"),
            ("caf%C3%A9$(x)", "documents://cafe%CC%81x"),
        ])
    func leaves(pattern: String, link: String) throws {
        let runtime = try Routed.runtime(Route(pattern, to: Routed.go))
        #expect(throws: RouteError.noRoute(link)) { try runtime.route(link) }
    }

    @Test(
        "An invalid value is rejected with the reason",
        arguments: [
            ("open/x", "no scheme"), ("://x", "no scheme"), ("1a://x", "no scheme"), ("", "no scheme"),
            ("https:///open", "no valid domain"), ("https:open", "no valid domain"), ("https://exa mple.com/", "space"),
            ("https://example.com:http/", "no valid domain"), ("https://example.com:99999/", "no valid domain"),
            ("https://ex%2Fample.com/x", "no valid domain"), ("https://example.com\\@evil.example/x", "user"),
            ("https://example.com\\x/", "no valid domain"),
            ("https://anna@example.com/open", "user"), ("documents://anna:secret@open/x", "user"),
            ("documents://open:80/x", "port"),
            ("documents://open/a//b", "empty component"), ("documents://open//", "empty component"),
            ("documents://open/../x", "component \"..\""), ("documents://open/%2e%2E/x", "component \"..\""),
            ("documents://./x", "component \".\""),
            ("documents://open/%", "not encoded"), ("documents://open/%4", "not encoded"),
            ("documents://open/%zz", "not encoded"), ("documents://open/%FF", "not encoded"),
            ("documents://open?x=%C3", "not encoded"), ("documents://open/a b", "space"),
            ("documents://open/a\nb", "control"), ("documents://open/\0", "control"),
        ])
    func malformed(link: String, words: String) throws {
        let runtime = try Routed.runtime(Route("**", to: Routed.go))
        let error = #expect(throws: RouteError.self) { try runtime.route(link) }
        guard case .malformed(let reason) = error else {
            Issue.record("\(link) is not malformed: \(error.map { "\($0)" } ?? "it has a route")")
            return
        }
        #expect(reason.contains(words), "\(reason)")
    }

    @Test("A link has at most 65,536 bytes, and a query 1,000 values")
    func bounds() throws {
        let runtime = try Routed.runtime(Route("**", to: Routed.go))
        let longest = "documents://" + String(repeating: "x", count: 65_536 - 12)
        _ = try runtime.route(longest)
        #expect(throws: RouteError.self) { try runtime.route(longest + "x") }
        let query = (0..<1_000).map { "k\($0)=1" }.joined(separator: "&")
        #expect(try runtime.route("documents://x?" + query).parameters.names.count == 1_000)
        #expect(throws: RouteError.self) { try runtime.route("documents://x?" + query + "&more=1") }
    }

    @Test(
        "Scheme and domain are the same in upper and lower case, in either way of writing letters, and at their own port",
        arguments: [
            ("DOCUMENTS://open", "documents:"), ("Documents:open", "documents:"),
            ("https://example.com/open", "example.com"), ("HTTPS://EXAMPLE.COM/open", "example.com"),
            ("http://example.com:80/open", "example.com"), ("https://example.com:443/open", "example.com"),
            ("https://example.com:/open", "example.com"), ("https://example.com./open", "example.com"),
            ("https://b%C3%BCcher.example/open", "xn--bcher-kva.example"),
            ("https://bücher.example/open", "xn--bcher-kva.example"),
            ("https://BÜCHER.example/open", "xn--bcher-kva.example"),
            ("https://xn--bcher-kva.example/open", "xn--bcher-kva.example"),
            ("http://localhost:8080/open", "localhost:8080"), ("http://[::1]:8080/open", "[::1]:8080"),
        ])
    func scopes(link: String, scope: String) throws {
        let runtime = try Routed.runtime(
            Route(
                "open", to: Routed.go, in: .app("Documents"), .universal("Example.com"), .universal("Bücher.Example")),
            Route("open", to: Routed.go, in: .universal("localhost:8080"), .universal("[::1]:8080")))
        #expect(try runtime.route(link).scope.description == scope)
    }

    @Test(
        "A scope excludes links of other schemes, domains and ports",
        arguments: [
            "other://open", "https://www.example.com/open", "https://example.com:8443/open",
            "http://example.com:443/open",
            "https://example.org/open",
        ])
    func otherScopes(link: String) throws {
        let runtime = try Routed.runtime(
            Route("open", to: Routed.go, in: .app("documents"), .universal("example.com")))
        #expect(throws: RouteError.noRoute(link)) { try runtime.route(link) }
    }

    @Test("Any app leaves the web out, and any domain the schemes of apps")
    func general() throws {
        let app = try Routed.runtime(Route("open", to: Routed.go, in: .anyApp))
        #expect(try app.route("whatever://open").scope == .anyApp)
        #expect(throws: RouteError.self) { try app.route("https://example.com/open") }
        let web = try Routed.runtime(Route("open", to: Routed.go, in: .anyUniversal))
        #expect(try web.route("http://localhost:1/open").scope == .anyUniversal)
        #expect(throws: RouteError.self) { try web.route("whatever://open") }
    }

    @Test("A query and a fragment don't affect matching, and a parameter of the path has priority over the query's")
    func query() throws {
        let runtime = try Routed.runtime(Route("open/$(document)", to: Routed.go, name: "open"))
        let match = try runtime.route("documents://open/a?document=b&page=1&page=2&&c+d=e+f=g&h#document/x?y")
        #expect(match.parameters["document"] == "a")
        #expect(match.parameters.values("page") == ["1", "2"])
        #expect(match.parameters["page"] == nil)
        #expect(match.parameters["c+d"] == "e+f=g")
        #expect(match.parameters["h"] == "")
        #expect(match.parameters.names == ["document", "page", "c+d", "h"])
        #expect(match.name == "open" && match.action.text == "RouteApp/Routed/#Go")
    }

    @Test("The components that ** matches are distinguished from a text with slashes")
    func rest() throws {
        let runtime = try Routed.runtime(Route("share/**(rest)", to: Routed.go))
        let parameters = try runtime.route("documents://share/a%2Fb/c").parameters
        #expect(parameters.values("rest") == ["a/b", "c"])
        #expect(parameters["rest"] == "a/b/c")
    }
}
