import Firesteel

// An action that needs an input isn't performed without one.

func open(window: Window) async {
    // error: 'perform(presenter:options:)' is unavailable: the action needs an input
    await Reading.open.perform(presenter: window)
}
