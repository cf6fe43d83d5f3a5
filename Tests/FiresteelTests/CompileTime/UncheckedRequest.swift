import Firesteel

func share() -> RequestedAction<Sharing, ShareNote>? {
    Sharing.share.request()
}
