import Firesteel

// An action that shows something isn't performed without a presenter.

func open(_ note: Note) async {
    // error: 'perform(_:options:)' is unavailable: the action needs a presenter
    await Reading.open.perform(note)
}
