import DocumentsCore

/// Tells a tab's pages how far an import is, while it goes on.
struct ImportStreamPresenter: ImportPresenter {
    let streams: TabStreams

    /// Of a large folder, one file in so many is told about that a hundred steps come of it: a page that is busy would
    /// fall behind otherwise, and lose its stream.
    func showImport(_ progress: ImportProgress) {
        let step = { (done: Int) in done * 100 / max(1, progress.total) }
        guard progress.done == 0 || progress.total <= 100 || step(progress.done) != step(progress.done - 1) else {
            return
        }
        streams.send(.importing(progress))
    }

    func showImported(_ result: ImportProgress) { streams.send(.imported(result)) }
    func showImportStopped(_ progress: ImportProgress) { streams.send(.importStopped(progress)) }
    func show(_ problem: Problem) { streams.send(.importFailed(problem)) }
}
