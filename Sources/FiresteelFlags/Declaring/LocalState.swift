/// A flag's state in a build.
///
/// Off is off, whatever providers return; only an override on this device precedes it. On is on as long as no provider
/// returns a value.
public struct LocalState: Sendable, Hashable {
    private enum Kind: Sendable, Hashable { case followsProviders, on, off, onIn(Set<FlagEnvironment>) }
    private let kind: Kind

    private init(kind: Kind) { self.kind = kind }

    /// The build leaves the flag to the providers.
    public static let followsProviders = LocalState(kind: .followsProviders)
    /// On if no provider returns a value.
    public static let on = LocalState(kind: .on)
    /// Off, unless overridden.
    public static let off = LocalState(kind: .off)
    /// Returns a state that is on in these environments if no provider returns a value.
    ///
    /// It is off in all others, unless overridden.
    public static func on(in environments: Set<FlagEnvironment>) -> LocalState {
        LocalState(kind: .onIn(environments))
    }

    /// Returns whether it is on or off in an environment; `nil` if that is left to the providers.
    public func isOn(in environment: FlagEnvironment) -> Bool? {
        switch kind {
        case .followsProviders: nil
        case .on: true
        case .off: false
        case .onIn(let environments): environments.contains(environment)
        }
    }

    /// Whether the state depends on the environment.
    package var dependsOnEnvironment: Bool {
        if case .onIn = kind { true } else { false }
    }

    /// Reads the metadata `local` of a definition: `true`, `false`, "on", "off", or the environments where the flag is
    /// on, separated by commas.
    ///
    /// `nil` for anything else.
    public init?(metadata value: JSONValue) {
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
