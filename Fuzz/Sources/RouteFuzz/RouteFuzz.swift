import Firesteel

/// Parses bytes as lines of patterns, followed by an empty line and lines of links.
///
/// Each pattern is registered or rejected, and each link has at most one route. The lookup by components finds the same
/// route as a comparison with every pattern, and created links lead back to their input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRoutes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let end = lines.firstIndex(of: "") ?? lines.endIndex
    let runtime = runtime(lines[..<end].prefix(30))
    for link in lines[end...].prefix(20) {
        let match = try? runtime.route(link)
        let explained = runtime.explainRoute(link)
        precondition(explained.match?.pattern == match?.pattern, "The route and its explanation differ for \(link)")
        let first = explained.candidates.first { $0.verdict == .takes }
        precondition(first?.route.pattern == match?.pattern, "The lookup and the patterns differ for \(link)")
        check(runtime, value: link)
    }
    return 0
}

/// Checks that links created from a value decode to the same value.
private func check(_ runtime: FeatureRuntime, value: String) {
    for base in [LinkBase.app("documents"), .universal("example.com")] {
        guard let link = try? runtime.link(to: Fuzzed.open, for: value, in: base) else { continue }
        guard let match = try? runtime.route(link), let read = try? match.input.decode(String.self) else {
            preconditionFailure("\(link) has no route")
        }
        precondition(match.action.action == OpenText.identifier, "\(link) leads to another action")
        precondition(read.utf8.elementsEqual(value.utf8), "\(link) is read as \(read)")
    }
}

/// Creates a runtime of all patterns that don't conflict.
private func runtime(_ patterns: some Sequence<String>) -> FeatureRuntime {
    var taken: [Route] = []
    var configuration = RuntimeConfiguration()
    configuration.storage = .none
    for pattern in patterns {
        let route = Route(pattern, to: Fuzzed.open)
        if (try? Fuzzed.$planned.withValue(taken + [route], operation: { try FeatureRuntime(App.self, configuration) }))
            != nil
        {
            taken.append(route)
        }
    }
    do {
        return try Fuzzed.$planned.withValue(taken) { try FeatureRuntime(App.self, configuration) }
    } catch {
        preconditionFailure("Patterns accepted one by one are rejected together: \(error)")
    }
}

private enum App: FeatureGroup {
    static let subfeatures = features(Fuzzed.self)
}

private enum Fuzzed: Feature {
    @TaskLocal static var planned: [Route] = []

    static let open = action(OpenText.self)
    static let actions = declare(open)
    static var routes: FeatureRoutes { planned }
}

private enum OpenText: Action {
    static func perform(_ context: ActionContext<String>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
