import Firesteel

// A feature declares its own bindings, not another feature's.

enum Writing: Feature {
    // error: cannot convert value of type 'ActionBinding<Reading, OpenNote>' to expected argument type 'ActionBinding<Writing, OpenNote>'
    static let actions = declare(Reading.open)
}
