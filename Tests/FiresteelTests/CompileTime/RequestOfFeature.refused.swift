import Firesteel

// There is nothing to ask for where the feature is always available.

func open(_ note: Note, window: Window) async {
    // error: 'request()' on 'ActionBinding' requires that 'Reading' conform to 'ConditionalFeature'
    await Reading.open.request()?.perform(note, presenter: window)
}
