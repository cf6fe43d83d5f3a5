import Firesteel

// The presenter is one that the action can show its result with.

func open(_ note: Note) async {
    // error: argument type 'Note' does not conform to expected type 'NotePresenter'
    await Reading.open.perform(note, presenter: note)
}
