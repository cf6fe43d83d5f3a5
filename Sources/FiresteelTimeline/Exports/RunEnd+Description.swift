extension RunEnd: CustomStringConvertible {
    /// A sentence that describes how the run ended.
    public var description: String {
        switch self {
        case .running: "The run is still being recorded."
        case .orderly: "The run ended in an orderly way."
        case .signal(let signal, _): "The run was ended by \(signal.name): \(signal.description.lowercased())."
        case .endedWithoutCause:
            "The run ended without a recorded cause: killed, or the program does not record signals."
        case .machineRestarted: "The machine restarted while the run was being recorded."
        }
    }
}
