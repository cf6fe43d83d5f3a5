/// Hides and shows everything around the text.
package protocol FocusPresenter {
    func showFocus(_ isOn: Bool)
}
