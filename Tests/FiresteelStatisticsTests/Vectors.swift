import Foundation

/// The figures of other libraries, from `Vectors/generate.py`.
enum Vectors {
    static func read<Contents: Decodable>(_ name: String, as type: Contents.Type) throws -> Contents {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors/\(name).json")
        return try JSONDecoder().decode(type, from: Data(contentsOf: file))
    }
}

/// Whether two numbers are the same but for a relative error, and an absolute one.
func isClose(_ value: Double, _ expected: Double, _ relative: Double, absolute: Double = 0) -> Bool {
    value == expected || abs(value - expected) <= relative * abs(expected) + absolute
}
