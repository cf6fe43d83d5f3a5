import Firesteel

// The input is of the type that the action says.

func open(window: Window) async {
    // error: cannot convert value of type 'String' to expected argument type 'Note'
    await Reading.open.perform("note", presenter: window)
}
