import Firesteel
import FiresteelTesting
import Foundation
import Testing

@Suite("Links to actions")
struct LinkTests {
    @Test("A link has in the path what the pattern names, and the rest in the query, by name")
    func parts() throws {
        let runtime = try Routed.runtime(Route("all/v$(title).txt", to: Routed.all))
        let input = Everything(title: "a/b", count: 2, tags: ["x", "y z"], place: .init(line: 1), note: "")
        #expect(
            try runtime.link(to: Routed.all, for: input, in: .app("documents"))
                == "documents://all/va%2Fb.txt?count=2&half=0.0&isDraft=false&kind=note&note=&place.line=1&ratio=0.0"
                + "&tags=x&tags=y%20z&wide=0")
    }

    @Test("It begins with the given base, and a first component that isn't a domain isn't in the domain's position")
    func bases() throws {
        let runtime = try Routed.runtime(Route("open/$(x)", to: Routed.text), Route("$(n)", to: Routed.number))
        let text = { base in try runtime.link(to: Routed.text, for: "x", in: base) }
        #expect(try text(.app("DOCUMENTS")) == "documents://open/x")
        #expect(try text(.universal("Example.com")) == "https://example.com/open/x")
        #expect(try text(.universal("localhost:8080", isSecure: false)) == "http://localhost:8080/open/x")
        #expect(try text(.universal("Bücher.example")) == "https://xn--bcher-kva.example/open/x")
        #expect(try runtime.link(to: Routed.number, for: 4, in: .app("documents")) == "documents://4")
        let other = try Routed.runtime(Route("$(x)", to: Routed.text))
        #expect(try other.link(to: Routed.text, for: "Ab", in: .app("documents")) == "documents:///Ab")
        #expect(try other.link(to: Routed.text, for: "a:b@c", in: .app("documents")) == "documents:///a%3Ab%40c")
    }

    @Test("A binding creates links by the routes of the runtime in effect, and throws without one")
    func binding() async throws {
        try await Routed.$planned.withValue([Route("go", to: Routed.go), Route("t/$(x)", to: Routed.text)]) {
            try await withTestRuntime(RouteApp.self) { _ in
                let (go, text) = (try Routed.go.link(in: .app("d")), try Routed.text.link(for: "x", in: .app("d")))
                #expect([go, text] == ["d://go", "d://t/x"])
            }
        }
    }

    @Test("The first route that can be written is used, or a named one if requested")
    func several() throws {
        let runtime = try Routed.runtime(
            Route("t/$(x)", to: Routed.text, name: "short"), Route("text", to: Routed.text, name: "long"))
        #expect(try runtime.link(to: Routed.text, for: "a", in: .app("d")) == "d://t/a")
        #expect(try runtime.link(to: Routed.text, for: "", in: .app("d")) == "d://text?value=")
        #expect(try runtime.link(to: Routed.text, for: "a", in: .app("d"), route: "long") == "d://text?value=a")
        #expect(throws: LinkError.self) { try runtime.link(to: Routed.text, for: "", in: .app("d"), route: "short") }
    }

    @Test("Without a matching route or a valid base there is no link")
    func noRoute() throws {
        let runtime = try Routed.runtime(Route("go", to: Routed.go, in: .app("documents")))
        for base in [LinkBase.app("notes"), .universal("example.com"), .app("a b"), .universal("")] {
            #expect(throws: LinkError.noRoute(action: "Go", base: base.description)) {
                try runtime.link(to: Routed.go, for: NoInput(), in: base)
            }
        }
        #expect(throws: LinkError.noRoute(action: "Stay", base: "documents://")) {
            try runtime.link(to: Routed.stay, for: NoInput(), in: .app("documents"))
        }
    }

    @Test("An input that a link can't express is rejected with the reason")
    func refused() throws {
        func reason<Bound: ActionDefinition>(
            _ routes: Route..., to binding: ActionBinding<Routed, Bound>, for input: Bound.Input
        ) throws -> String {
            let runtime = try Routed.runtime(routes)
            let error = #expect(throws: LinkError.self) { try runtime.link(to: binding, for: input, in: .app("d")) }
            guard case .refused(let refusals) = error else { return "" }
            return refusals.map(\.reason).joined()
        }
        let text = Route("t/$(x)", to: Routed.text)
        #expect(try reason(text, to: Routed.text, for: "").contains("x is empty"))
        #expect(try reason(text, to: Routed.text, for: "..").contains("would be .."))
        #expect(
            try reason(text, to: Routed.text, for: String(repeating: "x", count: 65_536)).contains(
                "could not be opened"))
        #expect(try reason(Route("t/*", to: Routed.text), to: Routed.text, for: "x").contains("wildcard"))
        #expect(try reason(Route("t/**", to: Routed.text), to: Routed.text, for: "x").contains("wildcard"))
        #expect(try reason(Route("t/**(x)", to: Routed.text), to: Routed.text, for: "a//b").contains("would be empty"))
        #expect(try reason(Route("t/**(x)", to: Routed.text), to: Routed.text, for: "a/../b").contains("would be .."))
        #expect(
            try reason(Route("t/$(x)", to: Routed.texts), to: Routed.texts, for: ["a", "b"]).contains("several values"))
        #expect(try reason(Route("t/$(x)", to: Routed.texts), to: Routed.texts, for: []).contains("no value for x"))
        #expect(
            try reason(Route("$(a)/$(b)", to: Routed.text), to: Routed.text, for: "x").contains("no value for a"))
        #expect(try reason(Route("go/$(x)", to: Routed.go), to: Routed.go, for: NoInput()).contains("needs no input"))
        let all = Route("all", to: Routed.all)
        #expect(try reason(all, to: Routed.all, for: Everything(title: "", ratio: .nan)).contains("ratio"))
        #expect(try reason(all, to: Routed.all, for: Everything(title: "", at: .distantFuture + 1e12)).contains("at"))
        #expect(try reason(all, to: Routed.all, for: Everything(title: "", extra: ["a.b": "1"])).contains("a.b"))
        #expect(try reason(all, to: Routed.all, for: Everything(title: "", extra: ["": "1"])).contains("not a name"))
        #expect(
            try reason(
                Route("p/$(name)", to: Routed.plain) { HandMade(name: $0["name"] ?? "") }, to: Routed.plain,
                for: HandMade(name: "x")
            ).contains("not inputs to links"))
    }

    @Test("A link that a more specific pattern would match is rejected, and so is one that is decoded differently")
    func shadowed() throws {
        let runtime = try Routed.runtime(
            Route("open/$(x)", to: Routed.text), Route("open/new", to: Routed.go),
            Route("plain/$(name)", to: Routed.plain) {
                HandMade(name: ($0["name"] ?? "").lowercased())
            } link: {
                ["name": $0.name]
            })
        #expect(try runtime.link(to: Routed.text, for: "old", in: .app("d")) == "d://open/old")
        let error = #expect(throws: LinkError.self) { try runtime.link(to: Routed.text, for: "new", in: .app("d")) }
        #expect(error?.description.contains("opens RouteApp/Routed/#Go instead") == true)
        #expect(try runtime.link(to: Routed.plain, for: HandMade(name: "x"), in: .app("d")) == "d://plain/x")
        #expect(throws: LinkError.self) { try runtime.link(to: Routed.plain, for: HandMade(name: "X"), in: .app("d")) }
    }

    @Test("Inputs that aren't Codable have explicit links, with values in path and query")
    @MainActor
    func byHand() async throws {
        let runtime = try Routed.runtime(
            Route("plain/**(way)", to: Routed.plain) { parameters in
                HandMade(name: parameters.values("way").joined(separator: "|") + (try parameters.require("end")))
            } link: { plain in
                var parameters: RouteParameters = ["end": String(plain.name.suffix(1))]
                parameters.set("way", plain.name.dropLast().split(separator: "|").map(String.init))
                return parameters
            })
        let link = try runtime.link(to: Routed.plain, for: HandMade(name: "a/b|c!"), in: .universal("example.com"))
        #expect(link == "https://example.com/plain/a%2Fb/c?end=%21")
        #expect(try await runtime.open(link, presentedBy: NoPresentation()).isSuccess)
        let error = await #expect(throws: ExternalActionError.self) {
            try await runtime.open("d://plain/x", presentedBy: NoPresentation())
        }
        #expect(error?.description == "The parameter end is missing.")
    }

    @Test("An enumeration with values is written by its case, and one without has no text")
    func enumerations() throws {
        let shapes = try TestRuntime(ShapeApp.self).runtime
        let link = try shapes.link(to: ShapeFeature.show, for: .circle(radius: 2), in: .app("d"))
        #expect(link == "d://shape?circle.radius=2.0")
        #expect(throws: LinkError.self) { try shapes.link(to: ShapeFeature.show, for: .none, in: .app("d")) }
    }
}

enum ShapeApp: FeatureGroup {
    static let subfeatures = features(ShapeFeature.self)
}

enum ShapeFeature: Feature {
    static let show = action(ShowShape.self)
    static let actions = declare(show)
    static var routes: FeatureRoutes { Route("shape", to: show) }
}

enum ShowShape: Action {
    enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case none
    }

    static func perform(_ context: ActionContext<Shape>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
