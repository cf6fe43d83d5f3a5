import Firesteel

// The check is needed for what is performed at once as well.

@MainActor
func select(_ note: Note) {
    // error: 'perform(_:options:)' is unavailable: request the conditional feature first
    Sharing.select.perform(note)
}
