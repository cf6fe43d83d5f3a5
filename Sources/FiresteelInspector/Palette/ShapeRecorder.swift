/// What a type asked of a decoder while it was decoded from nothing: its fields, as they came.
final class ShapeRecorder {
    /// A place in the input that holds one value.
    struct Leaf {
        let path: [String]
        var type: ShapeLeaf
        var isOptional: Bool
    }

    /// Why a type can't be found out about: it never sees a value that it takes, or there is too much of it.
    enum StopError: Error {
        case refused(path: [String])
        case tooMuch
    }

    /// The most fields that a form has.
    static let mostFields = 60
    /// How deep structures in structures are followed.
    static let deepest = 5
    /// The most questions that a type may ask.
    private static let mostSteps = 5_000

    private(set) var leaves: [Leaf] = []
    /// The places that may be left out, with all below them.
    private var optional: Set<[String]> = []
    /// The places where somebody asked for all keys that there are, and takes any; until they are folded.
    private var open: [[String]] = []
    private var folded: Set<[String]> = []
    private var steps = 0
    /// The types that are being decoded, the outermost first: one that stands in itself is written as JSON.
    var types: [ObjectIdentifier] = []
    /// Which of its dummies each place is given, where the first was refused.
    var attempt = 0

    func step() throws {
        steps += 1
        if steps > Self.mostSteps { throw StopError.tooMuch }
    }

    /// Notes a value.
    ///
    /// The last word counts: what asked for a list and for a text in its place, took the text.
    func note(_ path: [String], _ type: ShapeLeaf) throws {
        try step()
        let isOptional = (0...path.count).contains { optional.contains(Array(path.prefix($0))) }
        if let known = leaves.firstIndex(where: { $0.path == path }) {
            leaves[known].type = type
            leaves[known].isOptional = leaves[known].isOptional || isOptional
        } else {
            guard leaves.count < Self.mostFields else { throw StopError.tooMuch }
            leaves.append(Leaf(path: path, type: type, isOptional: isOptional))
        }
    }

    func noteOptional(_ path: [String]) { optional.insert(path) }

    func noteOpen(_ path: [String]) {
        if !isOpen(path) { open.append(path) }
    }

    /// Whether what stands at a place takes keys that it doesn't name.
    func isOpen(_ path: [String]) -> Bool { folded.contains(path) || open.contains(path) }

    /// Takes what stands at a place or below it and takes any key for one value each, with what is known of it.
    func foldOpen(_ path: [String]) throws {
        for place in open.filter({ $0.starts(with: path) }).sorted(by: { $0.count > $1.count }) {
            let template = InputShape.template(leaves, below: place)
            try fold(place, into: .json(template.isEmpty ? "{}" : template))
            folded.insert(place)
        }
        forgetOpen(path)
    }

    /// Forgets what asked for all keys and took none.
    func forgetOpen(_ path: [String]) { open.removeAll { $0.starts(with: path) } }

    /// Takes what stands below a place for one value.
    func fold(_ path: [String], into type: ShapeLeaf) throws {
        leaves.removeAll { $0.path.count > path.count && $0.path.starts(with: path) }
        try note(path, type)
    }

    /// Whether something was noted at a place or below it.
    func knows(_ path: [String]) -> Bool { leaves.contains { $0.path.starts(with: path) } }

    var state: [Leaf] {
        get { leaves }
        set { leaves = newValue }
    }
}

/// What a single value is.
enum ShapeLeaf: Equatable {
    case text, integer, number, bool, date
    /// One of these, each as JSON.
    case choice([String])
    /// Anything else, with what it may look like.
    case json(String)

    /// The word of the interface.
    var word: String {
        switch self {
        case .text: "text"
        case .integer: "integer"
        case .number: "number"
        case .bool: "bool"
        case .date: "date"
        case .choice: "choice"
        case .json: "json"
        }
    }
}
