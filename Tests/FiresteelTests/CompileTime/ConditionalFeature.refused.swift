import Firesteel

// A binding of a conditional feature can't be performed: the check was forgotten.

func share(_ note: Note, window: Window) async {
    // error: 'perform(_:presenter:options:)' is unavailable: request the conditional feature first
    await Sharing.share.perform(note, presenter: window)
}
