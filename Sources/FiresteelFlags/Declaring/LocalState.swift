/// What a build says about a flag for itself, before any provider.
///
/// Off locally is off, whatever providers say; only an override by hand on this device wins over it. On locally is on
/// as long as no provider knows the flag.
public struct LocalState: Sendable, Hashable {
    private enum Kind: Sendable, Hashable { case followsProviders, on, off, onIn(Set<FlagEnvironment>) }
    private let kind: Kind

    private init(kind: Kind) { self.kind = kind }

    /// Nothing.
    public static let followsProviders = LocalState(kind: .followsProviders)
    /// On where no provider knows it.
    public static let on = LocalState(kind: .on)
    /// Off.
    public static let off = LocalState(kind: .off)
    /// On, where no provider knows it, in these environments; off in all others.
    public static func on(in environments: Set<FlagEnvironment>) -> LocalState {
        LocalState(kind: .onIn(environments))
    }

    /// Whether it is on or off in an environment, or `nil` where that is left to the providers.
    public func isOn(in environment: FlagEnvironment) -> Bool? {
        switch kind {
        case .followsProviders: nil
        case .on: true
        case .off: false
        case .onIn(let environments): environments.contains(environment)
        }
    }

    /// The metadata `local` of a definition: "on", "off", or the environments where it is on, with commas between them.
    ///
    /// `nil` where it is anything else.
    public init?(metadata value: FlagValue) {
        switch value {
        case .bool(let isOn): self = isOn ? .on : .off
        case .string("on"): self = .on
        case .string("off"): self = .off
        case .string(let text):
            let names = text.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
            guard !names.isEmpty else { return nil }
            self = .on(in: Set(names.map { FlagEnvironment(rawValue: $0) }))
        default: return nil
        }
    }
}

extension Substring {
    fileprivate func trimmingSpaces() -> String {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
