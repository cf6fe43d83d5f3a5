public import FiresteelTimeline

extension FeatureRuntime {
    /// The route that a link takes, without performing anything.
    ///
    /// Of several patterns that match, one in a scope that is named, such as `.app("documents")`, goes before all that hold
    /// in any. Within a scope the patterns are compared component by component, from the left, and the first difference
    /// decides: a text goes before a parameter with text around it (more text first, then the longer prefix), that before a
    /// parameter alone, that before `*`, the end of the pattern before `**`, and `**` comes last. Two patterns that would be
    /// equal in this order are a ``FeatureSetupError``, so that there always is one.
    ///
    /// Scheme and domain are the same in upper and lower case, the rest is not. A slash at the end and what follows `#` say
    /// nothing. A link with a user's name, an empty component, or `.` or `..` for one is refused. Percent-encoding is decoded
    /// once; a `+` is a plus, never a space.
    ///
    /// Takes microseconds, however many routes there are, and no lock.
    ///
    /// - Throws: ``RouteError`` where the link isn't one, or no pattern takes it.
    public func route(_ link: String) throws(RouteError) -> RouteMatch {
        try routeStore.table.match(link)
    }

    /// Performs the action that a link leads to.
    ///
    /// - Parameters:
    ///   - link: The whole link, as the system gives it.
    ///   - router: Gives the presenter. Not asked where the action shows nothing.
    ///   - session: Where it is performed, unless the router names another: by default the runtime's main session.
    ///   - source: Where the link came from: by default, it was opened as one.
    /// - Returns: How the perform ended.
    /// - Throws: ``ExternalActionError`` where nothing was performed: ``ExternalActionError/link(_:)`` where the link leads nowhere, and
    ///   the others as ``perform(_:input:presentedBy:in:)`` does.
    @MainActor
    @discardableResult
    public func open(
        _ link: String, presentedBy router: any PresentationRouter, in session: ActionSession? = nil,
        from source: ActionSource = .url
    ) async throws(ExternalActionError) -> ActionOutcome {
        let match: RouteMatch
        do {
            match = try route(link)
        } catch {
            throw .link(error)
        }
        return try await perform(
            match.request(from: source), input: match.input, presentedBy: router, in: session)
    }

    /// A link to an action.
    ///
    /// Of several routes the first one that can be written for the input, in the order in which they are declared. The link
    /// is read again before it is returned: it leads to this action with an equal input, or there is none.
    ///
    /// - Parameters:
    ///   - binding: The action.
    ///   - input: Its input: what the pattern names goes into the path, the rest into the query.
    ///   - base: What the link begins with.
    ///   - name: The name of the route that it takes: any by default.
    /// - Throws: ``LinkError``, which says why not.
    public func link<Owner, Bound: ActionDefinition>(
        to binding: ActionBinding<Owner, Bound>, for input: Bound.Input, in base: LinkBase, route name: String? = nil
    ) throws(LinkError) -> String {
        let writer = LinkWriter(routeStore.table, base)
        guard let writer, case let routes = writer.routes(to: binding.reference, named: name), !routes.isEmpty else {
            throw .noRoute(action: Bound.name, base: base.description)
        }
        var refusals: [LinkError.Rejection] = []
        for route in routes {
            do {
                return try writer.link(route, to: input)
            } catch {
                refusals.append(.init(pattern: route.pattern.text, reason: "\(error)"))
            }
        }
        throw .refused(refusals)
    }
}

extension ActionBinding {
    /// A link to this action, by the routes of the runtime in effect.
    ///
    /// ```swift
    /// let link = try DocumentManagement.open.link(for: reference, in: .app("documents"))
    /// ```
    ///
    /// See ``FeatureRuntime/link(to:for:in:route:)``.
    ///
    /// - Throws: ``LinkError``, which says why there is none.
    public func link(
        for input: BoundAction.Input, in base: LinkBase, route name: String? = nil
    ) throws(LinkError) -> String {
        guard let runtime = FeatureRuntime.current else { throw .noRuntime }
        return try runtime.link(to: self, for: input, in: base, route: name)
    }

    /// A link to this action, which needs no input.
    ///
    /// - Throws: ``LinkError``, which says why there is none.
    public func link(in base: LinkBase, route name: String? = nil) throws(LinkError) -> String
    where BoundAction.Input == NoInput {
        try link(for: NoInput(), in: base, route: name)
    }
}
