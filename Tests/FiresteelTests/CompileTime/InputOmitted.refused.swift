import Firesteel

// An action that needs an input isn't performed without one.

func open(window: Window) async {
    // error: requires the types 'Note' and 'NoInput' be equivalent
    await Reading.open.perform(presenter: window)
}
