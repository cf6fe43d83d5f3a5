import FiresteelBase

/// Writes links to an action, and reads each again before it is given away.
struct LinkWriter {
    let table: RouteTable
    let base: LinkBase
    /// The base's scope, normalized.
    let scope: RouteScope

    /// `nil` if no link starts like this.
    init?(_ table: RouteTable, _ base: LinkBase) {
        guard let scope = base.scope.normalized else { return nil }
        self.table = table
        self.base = base
        self.scope = scope
    }

    /// Returns the applicable routes of an action, in the order of their declaration.
    func routes(to reference: BindingReference, named name: String?) -> [RegisteredRoute] {
        let scopes = scope.fromSpecific
        return (table.byAction[reference] ?? []).lazy.map { table.routes[$0] }.filter { route in
            (name == nil || route.name == name) && scopes.contains { route.scopes.contains($0) }
        }
    }

    /// Returns a link that takes this route, or another one to the same action and the same input.
    ///
    /// - Throws: ``LinkCodingError``, or the error of the input's own encoding.
    func link<Input>(_ route: RegisteredRoute, to input: Input) throws -> String {
        if let reason = route.irreversible { throw LinkCodingError(reason) }
        guard let write = route.coding.parameters else { throw LinkCodingError(route.coding.linkRefusal) }
        let parameters = try write(input, route.soleParameter)
        let link = try self.link(route, with: parameters)
        try check(link, leadsTo: route, with: parameters, input)
        return link
    }

    private func link(_ route: RegisteredRoute, with parameters: RouteParameters) throws -> String {
        var components: [String] = []
        for component in route.pattern.components { components += try texts(of: component, parameters) }
        for component in components where component.isEmpty || component == "." || component == ".." {
            throw LinkCodingError(
                component.isEmpty ? "a component would be empty" : "a component would be \(component)")
        }
        let inPath = Set(route.pattern.parameters)
        let items = parameters.all.filter { !inPath.contains($0.name) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            .flatMap { parameter in parameter.values.map { (parameter.name, $0) } }
        let query = items.map { PercentCoding.encode($0) + "=" + PercentCoding.encode($1) }.joined(separator: "&")
        return base.link(components.map(PercentCoding.encode), in: scope) + (query.isEmpty ? "" : "?" + query)
    }

    /// Returns the components of the link for one component of the pattern: several for `**`.
    private func texts(of component: RoutePattern.Component, _ parameters: RouteParameters) throws -> [String] {
        switch component {
        case .literal(let text): return [text]
        case .parameter(let name, let prefix, let suffix):
            guard let parameter = parameters.find(name) else {
                throw LinkCodingError("the input has no value for \(name)")
            }
            guard parameter.values.count == 1, let value = parameter.values.first else {
                throw LinkCodingError("\(name) has several values, but the pattern has one place for it")
            }
            guard !value.isEmpty else {
                throw LinkCodingError("\(name) is empty, and a parameter of the path can't be")
            }
            return [prefix + value + suffix]
        case .rest(let name?):
            guard let parameter = parameters.find(name) else { return [] }
            if parameter.isList { return parameter.values }
            guard let text = parameter.values.first, !text.isEmpty else { return [] }
            // Not by characters: a slash with a combining accent is a different character.
            return text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
                .map { String(String.UnicodeScalarView($0)) }
        case .any, .rest(nil): throw LinkCodingError("it has a wildcard")
        }
    }

    /// Verifies the link by reading it.
    private func check<Input>(
        _ link: String, leadsTo route: RegisteredRoute, with parameters: RouteParameters, _ input: Input
    ) throws {
        let match: RouteMatch
        do {
            match = try table.match(link)
        } catch {
            throw LinkCodingError("\(link.prefix(200)) could not be opened: \(error)")
        }
        guard match.route.reference == route.reference else {
            throw LinkCodingError("\(link.prefix(200)) opens \(match.action) instead")
        }
        guard let read = try? match.route.coding.make(match.source) as? Input,
            try isSame(read, input, match, route, parameters)
        else { throw LinkCodingError("\(link.prefix(200)) would be read as another input") }
    }

    /// Returns whether a read input equals the written one, or for types that aren't Equatable, whether it has the same
    /// parameters.
    ///
    /// written alike.
    private func isSame<Input>(
        _ read: Input, _ input: Input, _ match: RouteMatch, _ route: RegisteredRoute, _ parameters: RouteParameters
    ) throws -> Bool {
        if let input = input as? any Equatable { return input.isEqual(to: read) }
        guard let write = match.route.coding.parameters else { return false }
        // In any order, because that of a dictionary varies.
        return Set(try write(read, route.soleParameter).all) == Set(parameters.all)
    }
}

extension RouteTable {
    /// Returns a link to an action, by its first route that has a scheme or a domain and can express the input.
    ///
    /// `nil` if there is none.
    func link<Input>(to action: ActionPath, for input: Input) -> String? {
        for index in byPath[action] ?? [] {
            let route = routes[index]
            guard let writer = route.scopes.lazy.compactMap(LinkBase.init).compactMap({ LinkWriter(self, $0) }).first,
                let link = try? writer.link(route, to: input)
            else { continue }
            return link
        }
        return nil
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
