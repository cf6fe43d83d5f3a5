import Firesteel

@MainActor
func select(_ note: Note) {
    Sharing.select.request()?.perform(note)
}
