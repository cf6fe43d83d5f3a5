import DocumentsCore

/// Sends the progress of a running import to a tab's pages.
struct ImportStreamPresenter: ImportPresenter {
    let streams: TabStreams

    /// Sends about a hundred messages for a large folder, because a busy page would fall behind and lose its stream.
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
