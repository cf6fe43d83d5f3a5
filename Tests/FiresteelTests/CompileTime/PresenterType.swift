import Firesteel

func open(_ note: Note, window: any NotePresenter) async {
    await Reading.open.perform(note, presenter: window)
}
