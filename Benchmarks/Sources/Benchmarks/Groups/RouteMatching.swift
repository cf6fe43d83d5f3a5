import CBenchmarkSupport
import Firesteel

/// Matching of links among ten and among 10,000 routes, and creation of links.
enum RouteMatching: BenchmarkGroup {
    static let name = "routes"
    static let title = "Routes of links: ten, and 10,000"

    static func measure() async throws -> [Measurement] {
        let (few, many) = (try RoutedProgram.runtime(routes: 10), try RoutedProgram.runtime(routes: 10_000))
        let affixed = try RoutedProgram.runtime(routes: 10_000, around: "v$(x)y")
        let link = "documents://area7/open/Plan"
        return await Rounds().measure([
            Limits.dictionary, Limits.mutex,
            route("three components among 10", link, few),
            route("three components among 10,000", link, many),
            route("five components and a query of three among 10,000", "\(link)/a/b?page=1&line=2&query=a%20b", many),
            route("from the web among 10,000", "https://example.com/area7/open/Plan", many),
            route("a component with text around among 10,000", "documents://area7/open/v1y", affixed),
            route("no route among 10,000", "documents://nowhere/open/Plan", many),
            Subject("a link is made, and read again, among 10,000") { count in
                for _ in 0..<count {
                    let link = try? many.link(to: RoutedWork.look, for: "Plan", in: .app("documents"))
                    bench_keep(link == nil ? 0 : 1)
                }
            },
        ])
    }

    private static func route(_ name: String, _ link: String, _ runtime: FeatureRuntime) -> Subject {
        Subject(name) { count in
            for _ in 0..<count { bench_keep((try? runtime.route(link)) == nil ? 0 : 1) }
        }
    }
}

/// A program with a given number of routes.
private enum RoutedProgram: FeatureGroup {
    static let subfeatures = features(RoutedWork.self)

    static func runtime(routes count: Int, around parameter: String = "$(x)") throws -> FeatureRuntime {
        var configuration = RuntimeConfiguration()
        configuration.storage = .none
        let routes = (0..<count / 2).flatMap { number in
            // Routes with text around their parameter differ in nothing else, so that they need a lookup as well.
            let own = parameter == "$(x)" ? "area\(number)/open/$(x)" : "area7/open/v\(number)$(x)y"
            return [
                Route(own, to: RoutedWork.open, name: "area\(number)"),
                Route("area\(number)/close/**(x)", to: RoutedWork.open),
            ]
        }
        let rest = [
            Route("area7/open/$(x)/*/b", to: RoutedWork.open),
            Route("area7/look/$(x)", to: RoutedWork.look),
            Route(parameter == "$(x)" ? "other" : "area7/open/v$(x)y", to: RoutedWork.open),
        ]
        return try RoutedWork.$planned.withValue(routes + rest) {
            try FeatureRuntime(RoutedProgram.self, configuration)
        }
    }
}

private enum RoutedWork: Feature {
    @TaskLocal static var planned: [Route] = []

    static let open = action(TakeText.self)
    static let look = action(LookAtText.self)
    static let actions = declare(open, look)
    static var routes: FeatureRoutes { planned }
}

private enum TakeText: Action {
    static func perform(_ context: ActionContext<String>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

private enum LookAtText: Action {
    static func perform(_ context: ActionContext<String>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
