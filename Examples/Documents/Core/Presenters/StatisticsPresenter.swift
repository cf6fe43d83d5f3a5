/// Shows statistics of a text.
package protocol StatisticsPresenter: ProblemPresenter {
    func showStatistics(_ statistics: TextStatistics, of name: DocumentName)
}
