import Firesteel

func select() async {
    await Reading.select.perform(Note())
}
