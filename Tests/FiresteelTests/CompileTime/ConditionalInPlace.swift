import Firesteel

@MainActor
func share(_ note: Note, window: Window) {
    Sharing.share.request()?.perform(note, presenter: window)
}
