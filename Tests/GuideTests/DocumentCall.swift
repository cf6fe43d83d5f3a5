import FiresteelTesting

// guide: Testing
enum DocumentCall: Equatable {
    case show(String)
    case close
}

extension RecordingPresenter: DocumentPresenter where Call == DocumentCall {
    func show(_ document: Document) { record(.show(document.name)) }
    func close() { record(.close) }
}
// end
