import Firesteel

// An action that shows something isn't performed without a presenter.

func open(_ note: Note) async {
    // error: requires the types 'any NotePresenter' and 'NoPresenter' be equivalent
    await Reading.open.perform(note)
}
