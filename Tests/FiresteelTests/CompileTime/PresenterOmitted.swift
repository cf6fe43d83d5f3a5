import Firesteel

// An action without a presenter is performed without one.

@MainActor
func select(_ note: Note) {
    Reading.select.perform(note)
}
