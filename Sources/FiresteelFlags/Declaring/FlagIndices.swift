import Synchronization

/// Numbers pairs of key and type for the whole process, in the order of their first use.
///
/// The numbers are indices into the tables of all stacks. A flag that is declared again, in another stack or by another
/// copy of its container, has the same number.
final class FlagIndices: Sendable {
    static let shared = FlagIndices()

    private struct Name: Hashable {
        let key: String
        let type: ObjectIdentifier
    }

    private let numbers = Mutex<[Name: UInt32]>([:])

    func index(of key: String, _ type: ObjectIdentifier) -> UInt32 {
        numbers.withLock { numbers in
            let name = Name(key: key, type: type)
            if let known = numbers[name] { return known }
            let index = UInt32(clamping: numbers.count)
            numbers[name] = index
            return index
        }
    }
}
