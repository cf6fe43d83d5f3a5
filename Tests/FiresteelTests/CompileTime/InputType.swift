import Firesteel

func open(_ note: Note, window: Window) async {
    await Reading.open.perform(note, presenter: window)
}
