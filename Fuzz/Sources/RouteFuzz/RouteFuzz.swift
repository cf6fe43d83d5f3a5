import Firesteel

/// Reads bytes as patterns, one a line, and as links, in lines after an empty one.
///
/// Whatever they are, a pattern is registered or refused, and a link has a route or none. What the table finds by
/// looking components up must be what a look at every pattern finds, and a link that is made has to lead back.
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
        precondition(explained.match?.pattern == match?.pattern, "Two answers for \(link)")
        let first = explained.candidates.first { $0.verdict == .takes }
        precondition(first?.route.pattern == match?.pattern, "The table and the patterns differ about \(link)")
        check(runtime, value: link)
    }
    return 0
}

/// Links to whatever the line says lead back to it.
private func check(_ runtime: FeatureRuntime, value: String) {
    for base in [LinkBase.app("documents"), .universal("example.com")] {
        guard let link = try? runtime.link(to: Fuzzed.open, for: value, in: base) else { continue }
        guard let match = try? runtime.route(link), let read = try? match.input.decode(String.self) else {
            preconditionFailure("\(link) leads nowhere")
        }
        precondition(match.action.action == OpenText.identifier, "\(link) leads elsewhere")
        precondition(read.utf8.elementsEqual(value.utf8), "\(link) is read as \(read)")
    }
}

/// A runtime of those patterns that can stand beside each other.
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
        preconditionFailure("What was taken alone is refused together: \(error)")
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
