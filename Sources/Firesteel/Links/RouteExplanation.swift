/// The evaluation of a link, pattern by pattern.
public struct RouteExplanation: Sendable {
    /// The link.
    public let link: String
    /// The matching route, or `nil` if there is none.
    public let match: RouteMatch?
    /// The error, if no route matches.
    public let error: RouteError?
    /// The error of creating the action's input, or `nil`.
    public let inputError: ExternalInputError?
    /// The reasons why the action's feature isn't available, if it isn't.
    public let unavailable: [AvailabilityReason]
    /// The patterns that were considered: the one that takes it first, then others that match, in the order in which
    /// they would take it, then those that don't, the nearest first.
    public let candidates: [Candidate]
    /// The number of omitted patterns that don't match.
    public let leftOut: Int

    /// A pattern and its result for the link.
    public struct Candidate: Sendable {
        /// The route.
        public let route: RouteDescription
        /// Whether it takes the link, or why not.
        public let verdict: Verdict
    }

    /// Whether a pattern takes a link, or why not.
    public enum Verdict: Sendable, Hashable, CustomStringConvertible {
        /// The pattern is the route of the link.
        case takes
        /// The pattern matches, and another one has priority.
        case goesAfter(pattern: String)
        /// The link isn't in its scope.
        case otherScope
        /// A component of the link doesn't match the pattern; counted from 1.
        case component(Int, expected: String, found: String)
        /// The link has fewer components.
        case tooShort
        /// The link has more components.
        case tooLong

        /// A description of the result.
        public var description: String {
            switch self {
            case .takes: "Opens the link"
            case .goesAfter(let pattern): "Matches, but \(pattern) is more specific"
            case .otherScope: "Applies to other schemes or domains"
            case .component(let number, let expected, let found):
                "Component \(number) is \"\(found)\", where \(expected) is expected"
            case .tooShort: "The link has fewer components"
            case .tooLong: "The link has more components"
            }
        }
    }
}

extension FeatureRuntime {
    /// Returns which route a link has and why, and why the others don't match.
    ///
    /// For pages that test links: it evaluates every route, and creates the input.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - limit: The maximum number of candidates that don't match. All matching ones are included.
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
                .map { availabilityTable.availability(of: $0, in: nil).reasons } ?? [],
            candidates: Array(considered.all.prefix(kept)), leftOut: max(0, considered.all.count - kept))
    }
}

extension RouteMatch {
    /// The error of creating the input, or `nil`.
    fileprivate var inputError: ExternalInputError? {
        do {
            _ = try route.coding.make(source)
            return nil
        } catch {
            return fault(error)
        }
    }
}

/// Evaluates every route in turn, by the definition rather than by the table.
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
        matching.sort { $0.scope == $1.scope ? $0.route.pattern.precedes($1.route.pattern) : $0.scope < $1.scope }
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
    /// The number of matching components.
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
