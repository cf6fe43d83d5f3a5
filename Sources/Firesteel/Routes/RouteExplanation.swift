/// What becomes of a link, pattern by pattern.
public struct RouteExplanation: Sendable {
    /// The link.
    public let link: String
    /// The route that it takes, `nil` where there is none.
    public let match: RouteMatch?
    /// Why it takes none.
    public let error: RouteError?
    /// Why no input can be made of it for the action, `nil` where it can.
    public let inputError: ExternalInputError?
    /// Why the action's feature isn't available, none where it is.
    public let unavailable: [AvailabilityReason]
    /// The patterns that were considered: the one that takes it first, then others that match, in the order in which they
    /// would take it, then those that don't, the nearest first.
    public let candidates: [Candidate]
    /// How many more there are that don't match.
    public let leftOut: Int

    /// A pattern, and what it says to the link.
    public struct Candidate: Sendable {
        /// The route.
        public let route: RouteDescription
        /// Whether it takes the link, or why not.
        public let verdict: Verdict
    }

    /// Whether a pattern takes a link, or why not.
    public enum Verdict: Sendable, Hashable, CustomStringConvertible {
        /// It takes it.
        case takes
        /// It matches, and another pattern goes before it.
        case goesAfter(pattern: String)
        /// The link isn't in its scope.
        case otherScope
        /// One component of the link isn't what the pattern has in its place; counted from 1.
        case component(Int, expected: String, found: String)
        /// The link has fewer components.
        case tooShort
        /// The link has more components.
        case tooLong

        /// The verdict in words.
        public var description: String {
            switch self {
            case .takes: "Takes the link"
            case .goesAfter(let pattern): "Matches, but \(pattern) is more particular"
            case .otherScope: "Holds for other schemes or domains"
            case .component(let number, let expected, let found):
                "Component \(number) is \"\(found)\", where \(expected) is expected"
            case .tooShort: "The link has fewer components"
            case .tooLong: "The link has more components"
            }
        }
    }
}

extension FeatureRuntime {
    /// Says which route a link takes and why, and why the others don't take it.
    ///
    /// For a page that tries links out: it looks at every route, and makes the input.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - limit: The most candidates that are named; all that match are.
    public func explainRoute(_ link: String, limit: Int = 100) -> RouteExplanation {
        let table = routeStore.table
        let address: LinkAddress
        let match: RouteMatch?
        do throws(RouteError) {
            address = try LinkAddress(link)
            match = try? table.match(link)
        } catch {
            return RouteExplanation(
                link: link, match: nil, error: error, inputError: nil, unavailable: [], candidates: [], leftOut: 0)
        }
        let considered = RouteCandidates(table, address)
        let kept = max(limit, considered.matchCount)
        return RouteExplanation(
            link: link, match: match, error: match == nil ? .noRoute(link) : nil, inputError: match?.inputError,
            unavailable: match.flatMap { registry.find($0.action)?.feature }
                .map { availabilityTable.availability(of: $0).reasons } ?? [],
            candidates: Array(considered.all.prefix(kept)), leftOut: max(0, considered.all.count - kept))
    }
}

extension RouteMatch {
    /// Why no input can be made, `nil` where it can.
    fileprivate var inputError: ExternalInputError? {
        do {
            _ = try route.coding.make(source)
            return nil
        } catch {
            return fault(error)
        }
    }
}

/// Every route beside a link, one after the other, as it is defined and not as the table finds it.
struct RouteCandidates {
    let all: [RouteExplanation.Candidate]
    let matchCount: Int

    init(_ table: RouteTable, _ address: LinkAddress) {
        var matching: [(route: RegisteredRoute, scope: Int)] = []
        var others: [(candidate: RouteExplanation.Candidate, reached: Int)] = []
        for route in table.routes {
            let description = RouteDescription(route)
            guard let scope = address.scope.fromSpecific.firstIndex(where: { route.scopes.contains($0) }) else {
                others.append((.init(route: description, verdict: .otherScope), -1))
                continue
            }
            do throws(RoutePattern.MismatchError) {
                _ = try route.pattern.captures(in: address.components)
                matching.append((route, scope))
            } catch {
                others.append(
                    (.init(route: description, verdict: error.verdict(route.pattern, address)), error.reached))
            }
        }
        matching.sort { $0.scope == $1.scope ? $0.route.pattern.goesBefore($1.route.pattern) : $0.scope < $1.scope }
        others.sort { $0.reached > $1.reached }
        let taken = matching.first?.route.pattern.text ?? ""
        all =
            matching.enumerated().map { index, match in
                .init(
                    route: RouteDescription(match.route), verdict: index == 0 ? .takes : .goesAfter(pattern: taken))
            } + others.map(\.candidate)
        matchCount = matching.count
    }
}

extension RoutePattern.MismatchError {
    /// How many components were right.
    fileprivate var reached: Int {
        switch self {
        case .component(let index): index
        case .tooShort, .tooLong: .max
        }
    }

    fileprivate func verdict(_ pattern: RoutePattern, _ address: LinkAddress) -> RouteExplanation.Verdict {
        switch self {
        case .component(let index):
            .component(
                index + 1, expected: pattern.components[index].text, found: address.components[index])
        case .tooShort: .tooShort
        case .tooLong: .tooLong
        }
    }
}

extension RoutePattern.Component {
    /// The component as a pattern has it.
    var text: String {
        switch self {
        case .literal(let text): text
        case .parameter(let name, let prefix, let suffix): "\(prefix)$(\(name))\(suffix)"
        case .any: "*"
        case .rest(let name): "**" + (name.map { "(\($0))" } ?? "")
        }
    }
}
