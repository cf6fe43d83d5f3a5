extension RunEnd: CustomStringConvertible {
    /// How a run ended, as a sentence for people.
    public var description: String {
        switch self {
        case .running: "It is still running."
        case .orderly: "It ended in good order."
        case .signal(let signal, _): "It was ended by \(signal.name): \(signal.description.lowercased())."
        case .endedWithoutCause: "It died without saying why: it was killed, or the program does not record signals."
        case .machineRestarted: "The machine was started again while it was running."
        }
    }
}
