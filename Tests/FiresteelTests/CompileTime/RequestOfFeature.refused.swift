import Firesteel

// An always available feature has no request().

func open(_ note: Note, window: Window) async {
    // error: 'request()' is unavailable: the feature is always available: perform the action without request()
    await Reading.open.request()?.perform(note, presenter: window)
}
