import Firesteel

enum Writing: Feature {
    static let open = action(OpenNote.self)
    static let actions = declare(open)
}
