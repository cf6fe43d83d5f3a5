import Firesteel

// What request() gives can't be made by hand, around the check.

func share() -> RequestedAction<Sharing, ShareNote> {
    // error: initializer is inaccessible due to 'internal' protection level
    RequestedAction(Sharing.share.reference)
}
