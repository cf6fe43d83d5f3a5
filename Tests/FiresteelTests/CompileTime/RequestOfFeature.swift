import Firesteel

// What is always available is performed without asking.

func open(_ note: Note, window: Window) async {
    await Reading.open.perform(note, presenter: window)
}
