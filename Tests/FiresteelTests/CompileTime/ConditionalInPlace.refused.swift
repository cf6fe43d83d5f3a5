import Firesteel

// The check is needed in synchronous code as well.

@MainActor
func share(_ note: Note, window: Window) {
    // error: 'perform(_:presenter:options:)' on 'ActionBinding' requires that 'Sharing' conform to 'Feature'
    Sharing.share.perform(note, presenter: window)
}
