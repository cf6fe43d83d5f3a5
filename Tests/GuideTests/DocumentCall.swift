import FiresteelTesting

// guide: Testing
enum DocumentCall: Equatable {
    case show(String)
    case close
}

struct RecordingWindow: DocumentPresenter {
    let recorded = RecordingPresenter<DocumentCall>()

    func show(_ document: Document) { recorded.record(.show(document.name)) }
    func close() { recorded.record(.close) }
}
// end
