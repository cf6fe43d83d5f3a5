import Firesteel
import TestSupport
import Testing

@Suite("The most specific of several matching patterns handles a link")
struct RoutePrecedenceTests {
    @Test(
        "The order is the same whatever the order of declaration",
        arguments: [
            ("documents://open", ["open", "op$(a)", "o$(a)n", "o$(a)", "$(a)n", "$(a)", "*", "**"]),
            ("documents://a/b", ["a/b", "a/$(x)", "a/*", "a/**", "$(x)/b", "*/b", "**"]),
            ("documents://a", ["a", "a/**", "$(x)", "*/**", "**"]),
            ("documents://a/b/c", ["a/**", "$(x)/b/c", "*/b/c", "**"]),
            ("documents://aba", ["ab$(x)", "a$(x)a", "$(x)ba", "a$(x)", "$(x)a", "$(x)"]),
        ])
    func order(link: String, patterns: [String]) throws {
        for start in patterns.indices {
            let rest = Array(patterns[start...])
            for routes in [rest, rest.reversed()] {
                let runtime = try Routed.runtime(routes.map { Route($0, to: Routed.go) })
                #expect(try runtime.route(link).pattern == patterns[start])
                let explained = runtime.explainRoute(link).candidates
                #expect(explained.map(\.route.pattern) == rest)
                #expect(explained.first?.verdict == .takes)
            }
        }
    }

    @Test("A named scope has priority over none, however specific the pattern")
    func scopes() throws {
        let runtime = try Routed.runtime(
            Route("open/$(x)", to: Routed.go, in: .anyApp), Route("**", to: Routed.stay, in: .app("documents")),
            Route("open/x", to: Routed.go, in: .anyUniversal),
            Route("*/x", to: Routed.stay, in: .universal("example.com")))
        #expect(try runtime.route("documents://open/x").pattern == "**")
        #expect(try runtime.route("notes://open/x").pattern == "open/$(x)")
        #expect(try runtime.route("https://example.com/open/x").pattern == "*/x")
        #expect(try runtime.route("https://example.org/open/x").pattern == "open/x")
        // Where nothing in the named scope matches, what holds in any does.
        let other = try Routed.runtime(
            Route("open", to: Routed.go, in: .anyApp), Route("close", to: Routed.stay, in: .app("documents")))
        #expect(try other.route("documents://open").pattern == "open")
    }

    @Test("A dead end is abandoned for the next alternative")
    func backtracking() throws {
        let runtime = try Routed.runtime(
            ["a/b/c", "a/$(x)/d", "$(x)/b/e", "a/**", "*/b/f"].map { Route($0, to: Routed.go) })
        #expect(try runtime.route("documents://a/b/c").pattern == "a/b/c")
        #expect(try runtime.route("documents://a/b/d").pattern == "a/$(x)/d")
        #expect(try runtime.route("documents://a/b/e").pattern == "a/**")
        #expect(try runtime.route("documents://x/b/e").pattern == "$(x)/b/e")
        #expect(try runtime.route("documents://x/b/f").pattern == "*/b/f")
    }

    /// The explanation checks every pattern separately, the table only those on the link's path.
    @Test(
        "Among random patterns, the match is always the one found by a search of all",
        arguments: 0..<200 as Range<UInt64>)
    func model(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let parts = ["a", "b", "ab", "aba", "$(x)", "a$(x)", "$(x)a", "b$(x)a", "a$(x)a", "*", "é$(x)"]
        var seen: Set<String> = []
        var routes: [Route] = []
        for _ in 0..<40 {
            var components = (0..<Int.random(in: 0...3, using: &random)).map { index in
                (parts.randomElement(using: &random) ?? "").replacing("x", with: "x\(index)")
            }
            if Int.random(in: 0..<5, using: &random) == 0 { components.append("**") }
            let pattern = "/" + components.joined(separator: "/")
            let isNamed = Bool.random(using: &random)
            guard seen.insert(pattern + "\(isNamed)").inserted else { continue }
            routes.append(Route(pattern, to: Routed.go, in: isNamed ? .app("documents") : .anyApp))
        }
        let runtime = try Routed.runtime(routes.shuffled(using: &random))
        for _ in 0..<60 {
            let components = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                ["a", "b", "ab", "aba", "baa", "é", "éa", "c"].randomElement(using: &random) ?? ""
            }
            let link = "documents:///" + components.joined(separator: "/")
            let explained = runtime.explainRoute(link)
            let first = explained.candidates.first { $0.verdict == .takes }
            let match = try? runtime.route(link)
            #expect(match?.pattern == first?.route.pattern, "\(link)")
            #expect(match?.scope == first?.route.scopes.first, "\(link)")
            #expect(explained.match?.pattern == match?.pattern)
        }
    }
}
