public import FiresteelTimeline

extension FeatureRuntime {
    /// Returns the route of a link, without performing an action.
    ///
    /// If several patterns match, a pattern in a named scope, such as `.app("documents")`, has priority over one in any
    /// scope. Within a scope, the patterns are compared component by component from the left, and the first difference
    /// decides. The order is: a text, a parameter with surrounding text (more text first, then the longer prefix), a
    /// parameter alone, `*`, the end of the pattern, `**`. Two patterns of equal priority are a ``FeatureSetupError``,
    /// so the result is unambiguous.
    ///
    /// Scheme and domain are case-insensitive, the rest is not. A trailing slash and the fragment after `#` are
    /// ignored. A link with a user name, an empty component, or the component `.` or `..` is rejected. Percent-encoding
    /// is decoded once; a `+` is a plus, never a space.
    ///
    /// Takes microseconds, whatever the number of routes, and no lock.
    ///
    /// - Throws: ``RouteError`` if the link is malformed or no pattern matches.
    public func route(_ link: String) throws(RouteError) -> RouteMatch {
        try routeStore.table.match(link)
    }

    /// Performs the action of a link.
    ///
    /// - Parameters:
    ///   - link: The whole link, as received from the system.
    ///   - router: Provides the presenter. Not called for an action that needs none.
    ///   - session: The session of the perform, unless the router returns another. By default the runtime's main
    ///     session.
    ///   - source: The source of the perform. By default an opened link.
    /// - Returns: The outcome of the perform.
    /// - Throws: ``ExternalActionError`` if nothing was performed: ``ExternalActionError/link(_:)`` if no route matches
    ///   the link, and the others as ``perform(_:input:presentedBy:in:)`` does.
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

    /// Returns a link to an action.
    ///
    /// Uses the first declared route that can express the input. The link is read back before it is returned, so it
    /// always results in this action with an equal input.
    ///
    /// - Parameters:
    ///   - binding: The action.
    ///   - input: The input: parameters of the pattern go into the path, the rest into the query.
    ///   - base: The start of the link.
    ///   - name: The name of the route to use: any by default.
    /// - Throws: ``LinkError`` with the reason.
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
    /// Returns a link to this action, by the routes of the current runtime.
    ///
    /// ```swift
    /// let link = try DocumentManagement.open.link(for: reference, in: .app("documents"))
    /// ```
    ///
    /// See ``FeatureRuntime/link(to:for:in:route:)``.
    ///
    /// - Throws: ``LinkError`` with the reason.
    public func link(
        for input: BoundAction.Input, in base: LinkBase, route name: String? = nil
    ) throws(LinkError) -> String {
        guard let runtime = FeatureRuntime.current else { throw .noRuntime }
        return try runtime.link(to: self, for: input, in: base, route: name)
    }

    /// Returns a link to this action, which needs no input.
    ///
    /// - Throws: ``LinkError`` with the reason.
    public func link(in base: LinkBase, route name: String? = nil) throws(LinkError) -> String
    where BoundAction.Input == NoInput {
        try link(for: NoInput(), in: base, route: name)
    }
}
