extension CompiledFlag {
    func explain(_ context: EvaluationContext, now: Int64) -> [ExplanationStep] {
        let path = LogicPath.flag(key)
        guard isEnabled else {
            return [
                ExplanationStep(
                    "The flag is disabled in its definition", result: "the program's default",
                    path: path.word("state").text)
            ]
        }
        let flag = LogicFlagContext(key: key, now: now, context, drawing: drawing)
        var explainer = LogicExplainer(program, for: flag, version: version, limits: limits)
        guard let target else {
            explainer.add("The flag has no targeting, so its value is the same for everyone", path: path, depth: 0)
            explainDefault(path, &explainer)
            return explainer.steps
        }
        do {
            explainResult(try explainer.explain(target, path: path.word("targeting")), path, &explainer)
        } catch {
            explainer.add(error.message(limits), result: "an error", path: path.word("targeting"), depth: 0)
        }
        return explainer.steps
    }

    private func explainResult(_ result: FlagValue, _ path: LogicPath, _ explainer: inout LogicExplainer) {
        if result == .null {
            explainer.add("The targeting returns nothing", path: path.word("targeting"), depth: 0)
            return explainDefault(path, &explainer)
        }
        guard let name = result.variantName, let variant = variants.index(of: name) else {
            return explainer.add(
                "The targeting returns \(LogicText.quote(result)), which is not a variant of the flag",
                result: "an error", path: path.word("targeting"), depth: 0)
        }
        explainer.add(
            "The targeting returns the variant “\(LogicText.shorten(name))”",
            result: LogicText.quote(variants[variant].value), path: path.word("variants").given(name), depth: 0)
    }

    private func explainDefault(_ path: LogicPath, _ explainer: inout LogicExplainer) {
        guard let defaultVariant else {
            return explainer.add("There is no default variant", result: "the program's default", path: path, depth: 0)
        }
        let variant = variants[defaultVariant]
        explainer.add(
            "The default variant is “\(LogicText.shorten(variant.name))”", result: LogicText.quote(variant.value),
            path: path.word("defaultVariant"), depth: 0)
    }
}
