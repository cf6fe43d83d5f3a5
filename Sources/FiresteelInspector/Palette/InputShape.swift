import Firesteel
import FiresteelWeb
import Foundation
import Synchronization

/// The form for an input.
///
/// It is determined by decoding the input's type with placeholder values: every requested value is a field. If the type
/// rejects all placeholders, the whole input is entered as JSON.
enum InputShape {
    /// Returns the shape of an input's type.
    ///
    /// Called outside the main actor: it runs the type's own `init(from:)`.
    static func read(_ type: Any.Type) -> PageData.ActionInput {
        if type == NoInput.self { return PageData.ActionInput(kind: "none") }
        let name = String(describing: type)
        guard let type = type as? any Decodable.Type else {
            return PageData.ActionInput(
                type: name, kind: "impossible",
                problem: "A \(name) can't be created externally: it must be Decodable.")
        }
        let recorder = ShapeRecorder()
        do {
            try probe(type, recorder)
        } catch {
            return PageData.ActionInput(
                type: name, kind: "json",
                fields: [field([], .json(template(recorder.leaves, below: [])), isOptional: false)],
                problem: words(error, name))
        }
        guard let first = recorder.leaves.first else { return PageData.ActionInput(type: name, kind: "none") }
        if case .json(let template) = first.type, first.path.isEmpty {
            let isOpen = recorder.isOpen([])
            guard template != "{}" || isOpen else { return PageData.ActionInput(type: name, kind: "none") }
            return PageData.ActionInput(
                type: name, kind: "json", fields: [field([], first.type, isOptional: false)],
                problem: isOpen && !(type is any ShapeDictionary.Type)
                    ? "A \(name) has keys with any name, so it is entered as JSON." : nil)
        }
        return PageData.ActionInput(
            type: name, kind: first.path.isEmpty ? "value" : "fields",
            fields: recorder.leaves.map { field($0.path, $0.type, isOptional: $0.isOptional) })
    }

    private static func probe<Input: Decodable>(_ type: Input.Type, _ recorder: ShapeRecorder) throws {
        _ = try ShapeProbe(recorder: recorder, path: []).probe(type)
    }

    private static func field(_ path: [String], _ leaf: ShapeLeaf, isOptional: Bool) -> PageData.InputField {
        var field = PageData.InputField(path: path, type: leaf.word, optional: isOptional)
        if case .choice(let choices) = leaf { field.choices = choices }
        if case .json(let template) = leaf, !template.isEmpty, !isOptional { field.default = template }
        return field
    }

    private static func words(_ error: any Error, _ name: String) -> String {
        switch error {
        case ShapeRecorder.StopError.refused(let path) where !path.isEmpty:
            "What \(path.joined(separator: ".")) of a \(name) accepts is unknown, so it is entered as JSON."
        case ShapeRecorder.StopError.tooMuch: "A \(name) has too many values for a form, so it is entered as JSON."
        default: "The values of a \(name) are unknown, so it is entered as JSON."
        }
    }

    /// Returns initial JSON with the known values below a place.
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

/// The forms of input types, each determined once.
final class InputShapes: Sendable {
    private let known = Mutex<[ObjectIdentifier: PageData.ActionInput]>([:])

    func shape(of type: Any.Type) -> PageData.ActionInput {
        let identifier = ObjectIdentifier(type)
        if let shape = known.withLock({ $0[identifier] }) { return shape }
        let shape = InputShape.read(type)
        known.withLock { $0[identifier] = shape }
        return shape
    }
}
