import Firesteel

// The check is needed for what is performed at once as well.

@MainActor
func select(_ note: Note) {
    // error: 'perform(_:options:)' on 'ActionBinding' requires that 'Sharing' conform to 'Feature'
    Sharing.select.perform(note)
}
