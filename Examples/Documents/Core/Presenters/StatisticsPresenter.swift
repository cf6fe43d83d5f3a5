/// Shows what a text comes to in figures.
package protocol StatisticsPresenter: ProblemPresenter {
    func showStatistics(_ statistics: TextStatistics, of name: DocumentName)
}
