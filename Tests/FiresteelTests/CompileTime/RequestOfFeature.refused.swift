import Firesteel

// An always available feature has no request().

func open(_ note: Note, window: Window) async {
    // error: 'request()' on 'ActionBinding' requires that 'Reading' conform to 'ConditionalFeature'
    await Reading.open.request()?.perform(note, presenter: window)
}
