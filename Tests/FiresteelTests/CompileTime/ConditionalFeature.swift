import Firesteel

// An action of a conditional feature is performed through what request() gives.

func share(_ note: Note, window: Window) async {
    if let share = Sharing.share.request() {
        await share.perform(note, presenter: window)
    }
}
