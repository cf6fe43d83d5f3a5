import Firesteel

// The result of request() can't be created explicitly, without the check.

func share() -> RequestedAction<Sharing, ShareNote> {
    // error: initializer is inaccessible due to 'internal' protection level
    RequestedAction(Sharing.share.reference)
}
