import Firesteel

// An action without an input is performed without one.

func close() async {
    await Reading.close.perform()
}
