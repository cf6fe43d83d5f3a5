import Foundation
import Synchronization

/// The description of an action's input, for forms, commands, requests and agents.
///
/// It is determined by decoding the input's type with placeholder values: every requested value is a field. If the type
/// rejects all placeholders, the whole input is JSON. Descriptions of fields come from ``DescribedInput``.
package struct InputDescription: Sendable, Equatable {
    /// The kind of an input.
    package enum Kind: String, Sendable {
        /// There is nothing to enter.
        case none
        /// An object with fields.
        case fields
        /// A single value, the only field.
        case value
        /// Only JSON is possible: the only field.
        case json
        /// It can't be decoded.
        case impossible
    }

    /// The name of the input's type.
    package var type: String?
    /// The kind of the input.
    package var kind: Kind
    /// The fields, in the order in which they are decoded.
    package var fields: [InputFieldDescription] = []
    /// The reason why it must be JSON, or is impossible.
    package var problem: String?
}

/// The description of a field of an input.
package struct InputFieldDescription: Sendable, Equatable {
    /// The type of a field's value.
    package enum ValueType: String, Sendable { case text, integer, number, bool, date, choice, json }

    /// The keys that lead to the field; empty if it is the whole input.
    package var path: [String]
    /// The type of the value.
    package var type: ValueType
    /// Whether the field may be omitted.
    package var isOptional: Bool
    /// The valid values, as JSON, of a choice.
    package var choices: [String]?
    /// The initial value of JSON.
    package var template: String?
    /// The minimum of a number.
    package var minimum: Double?
    /// The maximum of a number.
    package var maximum: Double?
    /// The description for people; empty without one.
    package var words = ""
}

extension InputDescription {
    /// Returns the description of an input's type.
    ///
    /// Called outside the main actor: it runs the type's own `init(from:)`.
    package static func read(_ type: Any.Type) -> InputDescription {
        if type == NoInput.self { return InputDescription(kind: .none) }
        let name = String(describing: type)
        guard let type = type as? any Decodable.Type else {
            return InputDescription(
                type: name, kind: .impossible,
                problem: "A \(name) can't be created externally: it must be Decodable.")
        }
        let recorder = ShapeRecorder()
        do {
            try probe(type, recorder)
        } catch {
            let whole = ShapeRecorder.Leaf(
                path: [], type: .json(template(recorder.leaves, below: [])), isOptional: false)
            return InputDescription(
                type: name, kind: .json, fields: [field(whole, recorder)], problem: problem(error, name))
        }
        guard let first = recorder.leaves.first else { return InputDescription(type: name, kind: .none) }
        if case .json(let template) = first.type, first.path.isEmpty {
            let isOpen = recorder.isOpen([])
            guard template != "{}" || isOpen else { return InputDescription(type: name, kind: .none) }
            let whole = ShapeRecorder.Leaf(path: [], type: first.type, isOptional: false)
            return InputDescription(
                type: name, kind: .json, fields: [field(whole, recorder)],
                problem: isOpen && !(type is any ShapeDictionary.Type)
                    ? "A \(name) has keys with any name, so it is entered as JSON." : nil)
        }
        return InputDescription(
            type: name, kind: first.path.isEmpty ? .value : .fields,
            fields: recorder.leaves.map { field($0, recorder) })
    }

    private static func probe<Input: Decodable>(_ type: Input.Type, _ recorder: ShapeRecorder) throws {
        _ = try ShapeProbe(recorder: recorder, path: []).probe(type)
    }

    private static func field(_ leaf: ShapeRecorder.Leaf, _ recorder: ShapeRecorder) -> InputFieldDescription {
        var field = InputFieldDescription(path: leaf.path, type: leaf.type.valueType, isOptional: leaf.isOptional)
        switch leaf.type {
        case .choice(let choices): field.choices = choices
        case .json(let template) where !template.isEmpty && !leaf.isOptional: field.template = template
        case .integer(let minimum, let maximum): (field.minimum, field.maximum) = (minimum, maximum)
        default: break
        }
        if let declared = recorder.declared[leaf.path] {
            field.words = declared.description
            field.minimum = declared.range?.lowerBound ?? field.minimum
            field.maximum = declared.range?.upperBound ?? field.maximum
        }
        return field
    }

    private static func problem(_ error: any Error, _ name: String) -> String {
        switch error {
        case ShapeRecorder.StopError.refused(let path) where !path.isEmpty:
            "What \(path.joined(separator: ".")) of a \(name) accepts is unknown, so it is entered as JSON."
        case ShapeRecorder.StopError.tooMuch: "A \(name) has too many values for a form, so it is entered as JSON."
        default: "The values of a \(name) are unknown, so it is entered as JSON."
        }
    }

    /// Returns initial JSON with the known values below a path.
    ///
    /// Empty if there are none.
    static func template(_ leaves: [ShapeRecorder.Leaf], below path: [String]) -> String {
        let below = leaves.filter { $0.path.count > path.count && $0.path.starts(with: path) && !$0.isOptional }
        return below.isEmpty ? "" : object(below.map { ($0.path.dropFirst(path.count), value($0.type)) })
    }

    private static func value(_ leaf: ShapeLeaf) -> String {
        switch leaf {
        case .text: "\"\""
        case .integer, .number: "0"
        case .bool: "false"
        case .date: "\"2020-01-01T00:00:00Z\""
        case .choice(let choices): choices[0]
        case .json(let template): template.isEmpty ? "null" : template
        }
    }

    private static func object(_ entries: [(path: ArraySlice<String>, value: String)]) -> String {
        var keys: [String] = []
        var parts: [String: [(path: ArraySlice<String>, value: String)]] = [:]
        for (path, value) in entries {
            guard let key = path.first else { return value }
            if parts[key] == nil { keys.append(key) }
            parts[key, default: []].append((path.dropFirst(), value))
        }
        let texts = keys.map { key in
            let name = (try? JSONEncoder().encode(key)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
            return "\(name): \(object(parts[key] ?? []))"
        }
        return "{\(texts.joined(separator: ", "))}"
    }
}

/// A dictionary, which accepts any keys.
private protocol ShapeDictionary {}
extension Dictionary: ShapeDictionary {}

/// The descriptions of input types, each determined once.
final class InputDescriptions: Sendable {
    private let known = Mutex<[ObjectIdentifier: InputDescription]>([:])

    func description(of type: Any.Type) -> InputDescription {
        let identifier = ObjectIdentifier(type)
        if let known = known.withLock({ $0[identifier] }) { return known }
        let description = InputDescription.read(type)
        known.withLock { $0[identifier] = description }
        return description
    }
}
