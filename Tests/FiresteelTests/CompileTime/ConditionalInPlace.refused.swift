import Firesteel

// The check is needed in synchronous code as well.

@MainActor
func share(_ note: Note, window: Window) {
    // error: 'perform(_:presenter:options:)' is unavailable: request the conditional feature first
    Sharing.share.perform(note, presenter: window)
}
