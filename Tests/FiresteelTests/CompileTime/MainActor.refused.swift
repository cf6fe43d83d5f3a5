import Firesteel

// A UIAction is performed on the main actor, which nothing else reaches without waiting.

func select() {
    // error: call to main actor-isolated instance method 'perform(_:options:)' in a synchronous nonisolated context
    Reading.select.perform(Note())
}
