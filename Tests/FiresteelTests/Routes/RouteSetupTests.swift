import Firesteel
import Testing

@Suite("Routes are checked when they are registered")
struct RouteSetupTests {
    @Test(
        "A pattern that can't be one is a fault that says why",
        arguments: [
            ("", "empty"), ("open/$(document", "never closed"), ("$()/x", "not a parameter name"),
            ("$(a(b)", "not a parameter name"),
            ("a/\u{301}b", "accent"),
            ("$(a)/$(a)", "parameter a twice"), ("$(a)/**(a)", "parameter a twice"), ("**/open", "last"),
            ("open/**x", "neither"), ("open/**()", "not a parameter name"), ("open/a*", "asterisk"),
            ("a//b", "empty component"),
            ("//", "empty component"), ("$(a)$(b)", "two parameters"), ("open?x=1", "?"), ("open#x", "#"),
            ("open/%zz", "hexadecimal"), ("a/../b", "component .."), ("./a", "component ."),
        ])
    func patterns(pattern: String, words: String) throws {
        let error = #expect(throws: FeatureSetupError.self) { try Routed.runtime(Route(pattern, to: Routed.go)) }
        guard case .invalidRoute(pattern, "FiresteelTests.Routed", let because) = error?.diagnostics.first else {
            Issue.record("\(error.map { "\($0)" } ?? "It can be one.")")
            return
        }
        #expect(because.contains(words), "\(because)")
        #expect(error?.diagnostics.count == 1)
    }

    @Test("An invalid scope and a duplicate scope are errors")
    func scopes() throws {
        for scope in [
            RouteScope.app(""), .app("do cuments"), .app("9a"), .app("https"), .universal(""),
            .universal("https://example.com"), .universal("example.com/path"), .universal("a@b"),
        ] {
            let error = #expect(throws: FeatureSetupError.self) {
                try Routed.runtime(Route("open", to: Routed.go, in: scope))
            }
            #expect(error?.diagnostics.count == 1)
        }
        #expect(throws: FeatureSetupError.self) {
            try Routed.runtime(Route("open", to: Routed.go, in: .app("documents"), .app("DOCUMENTS")))
        }
    }

    @Test(
        "Two patterns of which neither goes before the other are a fault",
        arguments: [
            ("open", "/open/"), ("$(a)", "$(b)"), ("v$(a).json", "v$(b).json"), ("*/x", "*/x"), ("**", "**(rest)"),
            ("caf%C3%A9", "café"),
        ])
    func ties(first: String, second: String) throws {
        let error = #expect(throws: FeatureSetupError.self) {
            try Routed.runtime(Route(first, to: Routed.go, in: .anyApp), Route(second, to: Routed.stay, in: .anyApp))
        }
        #expect(
            error?.diagnostics == [
                .routesTie(
                    first: "\"\(first)\" of FiresteelTests.Routed", second: "\"\(second)\" of FiresteelTests.Routed",
                    scope: "any app")
            ])
    }

    @Test("Patterns that match different links, and the same one in other scopes, don't tie")
    func noTies() throws {
        _ = try Routed.runtime(
            Route("open", to: Routed.go), Route("$(a)", to: Routed.go), Route("v$(a)", to: Routed.go),
            Route("$(a)v", to: Routed.go), Route("*", to: Routed.go), Route("**", to: Routed.go),
            Route("open/**", to: Routed.go), Route("open", to: Routed.stay, in: .app("documents")),
            Route("open", to: Routed.stay, in: .app("notes"), .universal("example.com")))
    }

    @Test("A route of an action that the feature doesn't declare is a fault")
    func undeclared() throws {
        let error = #expect(throws: FeatureSetupError.self) {
            try Routed.runtime(Route("open", to: Editing.close), Route("stray", to: Editing.stray))
        }
        #expect(error?.diagnostics.count == 2)
        #expect(error?.description.contains("leads to FiresteelTests.Close, which the feature doesn't declare") == true)
    }

    @Test("Routes of a group registered later join the others, and one that ties refuses the whole group")
    func later() throws {
        let runtime = try Routed.runtime(Route("open/$(document)", to: Routed.go))
        #expect(throws: RouteError.self) { try runtime.route("documents://plug/in") }
        try runtime.register(Plugin.self)
        #expect(try runtime.route("documents://plug/in").action.text == "Plugin/#Go")
        #expect(try runtime.route("documents://open/x").action.text == "RouteApp/Routed/#Go")
        #expect(runtime.routes.map(\.pattern) == ["open/$(document)", "plug/in"])

        let error = #expect(throws: FeatureSetupError.self) { try runtime.register(TyingPlugin.self) }
        #expect(error?.diagnostics.count == 1)
        #expect(throws: RouteError.self) { try runtime.route("documents://another") }
        #expect(runtime.featureTree.map(\.path.text) == ["RouteApp", "Plugin"])
        // What is registered already says so alone, and not that its routes tie with themselves.
        #expect(
            throws: FeatureSetupError(diagnostics: [.registeredBefore(feature: "FiresteelTests.RouteSetupTests.Plugin")]
            )
        ) {
            try runtime.register(Plugin.self)
        }
    }

    @Test("Links are routed while groups are registered, by all routes of a group or by none")
    func concurrently() async throws {
        let runtime = try Routed.runtime(Route("open/$(document)", to: Routed.go))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<2_000).allSatisfy { _ in
                        (try? runtime.route("documents://open/x"))?.pattern == "open/$(document)"
                    }
                }
            }
            group.addTask { (try? runtime.register(Plugin.self)) != nil }
            for await isRight in group { #expect(isRight) }
        }
        #expect(try runtime.route("documents://plug/in").pattern == "plug/in")
    }

    @Test("A runtime describes its routes")
    func descriptions() throws {
        let runtime = try Routed.runtime(
            Route("open/$(title)", to: Routed.all, name: "open", in: .app("DOCUMENTS"), .anyUniversal),
            Route("any/*", to: Routed.text),
            Route("plain/$(name)", to: Routed.plain) { HandMade(name: $0["name"] ?? "") },
            Route("go/$(x)", to: Routed.go), Route("go", to: Routed.go))
        let routes = runtime.routes
        #expect(routes.map(\.isReversible) == [true, false, false, false, true])
        #expect(
            routes[0].scopes == [.app("documents"), .anyUniversal] && routes[1].scopes == [.anyApp, .anyUniversal])
        #expect(routes[0].name == "open" && routes[0].parameters == ["title"] && routes[0].input == "Everything")
        #expect(routes[0].action.text == "RouteApp/Routed/#OpenAll" && routes[4].input == nil)
        #expect(routes[1].irreversible?.contains("wildcard") == true)
    }

    enum Plugin: FeatureGroup, Feature {
        static let subfeatures = features([])
        static let go = action(Go.self)
        static let actions = declare(go)
        static var routes: FeatureRoutes { Route("plug/in", to: go) }
    }

    enum TyingPlugin: FeatureGroup, Feature {
        static let subfeatures = features([])
        static let go = action(Go.self)
        static let actions = declare(go)
        static var routes: FeatureRoutes {
            Route("another", to: go)
            Route("open/$(other)", to: go)
        }
    }
}
