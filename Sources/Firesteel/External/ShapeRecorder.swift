/// The values that a type requested while it was decoded with placeholders, in order.
final class ShapeRecorder {
    /// A place in the input with one value.
    struct Leaf {
        let path: [String]
        var type: ShapeLeaf
        var isOptional: Bool
    }

    /// The reason why a type can't be determined: it rejects all placeholders, or is too large.
    enum StopError: Error {
        case refused(path: [String])
        case tooMuch
    }

    /// The maximum number of a form's fields.
    static let maximumFields = 60
    /// The maximum nesting of structures.
    static let deepest = 5
    /// The maximum number of requests of a type.
    private static let maximumSteps = 5_000

    private(set) var leaves: [Leaf] = []
    /// The first type that was requested at each place below the input.
    private(set) var requested: [[String]: Any.Type] = [:]
    /// The descriptions that input types declare, by the places of their fields.
    private(set) var declared: [[String]: FieldDescription] = [:]
    /// The optional places, including those below them.
    private var optional: Set<[String]> = []
    /// The places at which all keys were requested, until they are folded.
    private var open: [[String]] = []
    private var folded: Set<[String]> = []
    private var steps = 0
    /// The types being decoded, outermost first: a recursive type is entered as JSON.
    var types: [ObjectIdentifier] = []
    /// The index of the placeholder for each place, after the first was rejected.
    var attempt = 0

    func step() throws {
        steps += 1
        if steps > Self.maximumSteps { throw StopError.tooMuch }
    }

    /// Records the type of a request, which may decode others at the same place.
    func recordRequest(_ type: Any.Type, at path: [String]) {
        if !path.isEmpty, requested[path] == nil { requested[path] = type }
    }

    /// Records a value.
    ///
    /// The last request applies: a type that requests a list and then a text at the same place accepts the text.
    func record(_ path: [String], _ type: ShapeLeaf) throws {
        try step()
        let isOptional = (0...path.count).contains { optional.contains(Array(path.prefix($0))) }
        if let known = leaves.firstIndex(where: { $0.path == path }) {
            leaves[known].type = type
            leaves[known].isOptional = leaves[known].isOptional || isOptional
        } else {
            guard leaves.count < Self.maximumFields else { throw StopError.tooMuch }
            leaves.append(Leaf(path: path, type: type, isOptional: isOptional))
        }
    }

    func recordDeclared(_ fields: [FieldDescription], below path: [String]) {
        for field in fields { declared[path + field.path] = field }
    }

    func recordOptional(_ path: [String]) { optional.insert(path) }

    func recordOpen(_ path: [String]) {
        if !isOpen(path) { open.append(path) }
    }

    /// Returns whether a place accepts arbitrary keys.
    func isOpen(_ path: [String]) -> Bool { folded.contains(path) || open.contains(path) }

    /// Replaces a place with arbitrary keys by one value, with its known contents.
    func foldOpen(_ path: [String]) throws {
        for place in open.filter({ $0.starts(with: path) }).sorted(by: { $0.count > $1.count }) {
            let template = InputDescription.template(leaves, below: place)
            try fold(place, into: .json(template.isEmpty ? "{}" : template))
            folded.insert(place)
        }
        forgetOpen(path)
    }

    /// Removes the mark of a place at which all keys were requested and none was used.
    func forgetOpen(_ path: [String]) { open.removeAll { $0.starts(with: path) } }

    /// Replaces the places below a place by one value.
    func fold(_ path: [String], into type: ShapeLeaf) throws {
        leaves.removeAll { $0.path.count > path.count && $0.path.starts(with: path) }
        try record(path, type)
    }

    /// Returns whether a value was recorded at a place or below it.
    func knows(_ path: [String]) -> Bool { leaves.contains { $0.path.starts(with: path) } }

    var state: [Leaf] {
        get { leaves }
        set { leaves = newValue }
    }
}

/// The type of a single value.
enum ShapeLeaf: Equatable {
    case text, number, bool, date
    case integer(minimum: Double?, maximum: Double?)
    /// One of several values, each as JSON.
    case choice([String])
    /// Another value, with an example.
    case json(String)

    /// Whether several placeholders are tried.
    var isProbed: Bool {
        switch self {
        case .text, .integer, .number: true
        case .bool, .date, .choice, .json: false
        }
    }

    /// The type in the description of a field.
    var valueType: InputFieldDescription.ValueType {
        switch self {
        case .text: .text
        case .integer: .integer
        case .number: .number
        case .bool: .bool
        case .date: .date
        case .choice: .choice
        case .json: .json
        }
    }
}

extension FixedWidthInteger {
    /// The type in the description of a field, with the limits that numbers of JSON can exceed.
    static var leaf: ShapeLeaf {
        .integer(
            minimum: bitWidth < 64 || !isSigned ? Double(min) : nil, maximum: bitWidth < 64 ? Double(max) : nil)
    }
}
