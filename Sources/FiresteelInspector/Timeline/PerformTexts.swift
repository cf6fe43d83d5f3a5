import FiresteelTimeline

/// The texts of a run's performs: its names, principals and recorded inputs.
struct PerformTexts {
    /// The source of inputs.
    enum Inputs {
        /// The ring of a live timeline, while they are available.
        case live(Timeline)
        /// The packed inputs of a run's file.
        case recorded(PackedInputs)
    }

    /// The run's names so far.
    var names: NameIndex
    var principals = SessionPrincipals()
    let inputs: Inputs

    /// Calls `body` with the encoded input of a perform, if there is one.
    func withInput<Result>(of id: UInt64, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        switch inputs {
        case .live(let timeline): timeline.withInput(of: id, entry: -1, body)
        case .recorded(let packed): packed.withInput(of: id, body)
        }
    }

    /// Returns the fields of a perform's input.
    func fields(of id: UInt64) -> [InputField] {
        withInput(of: id) { InputField.decode($0) } ?? []
    }

    /// Returns a perform's input on one line, or `nil` if none of it can be shown.
    func input(of id: UInt64) -> String? {
        let line = fields(of: id).line
        return line.isEmpty ? nil : line
    }
}

/// Inputs one after another in one block of memory.
struct PackedInputs {
    private var bytes: [UInt8] = []
    private var places: [UInt64: Range<Int>] = [:]

    mutating func add(_ input: [UInt8], of id: UInt64) {
        guard !input.isEmpty else { return }
        places[id] = bytes.count..<(bytes.count + input.count)
        bytes += input
    }

    func withInput<Result>(of id: UInt64, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        places[id].map { range in bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) } }
    }
}
