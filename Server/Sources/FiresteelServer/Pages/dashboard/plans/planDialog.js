// The editor of a rollout plan: what it moves, and its steps.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button } from "../../kit/dom/states.js";
import { choiceField } from "../../kit/dom/field.js";
import { dismiss, openDialog } from "../../kit/overlays/dialogs.js";
import { featuresOf } from "../app/catalogue.js";
import { environmentTag, kindOf } from "../app/environments.js";
import { openChange } from "../changes/changeDialog.js";
import { randomId } from "../changes/submit.js";
import { isBool, nameOf, offVariant, variantWord } from "../text/flagState.js";
import { guardSentence } from "../text/guards.js";
import { movedResult, planSentence, shareOf, suggestedShares } from "../text/plans.js";
import { GuardFields } from "./guardFields.js";
import { PlanSteps } from "./planSteps.js";

const day = 86_400, guardPath = "$.plan.guard.";

/** The variants that a new plan moves people between. */
function variantsOf(flag, targeting) {
  const names = flag.variants.map(({ name }) => name), on = isBool(flag) ? flag.variants.find(({ value }) => value === true).name : undefined;
  const rest = targeting.otherwise?.variant !== on && targeting.otherwise?.variant || offVariant(flag, targeting) || names.find((name) => name !== on);
  return { variant: on ?? names.find((name) => name !== rest), rest };
}

/** Steps from the share that a variant has now, with a day between two of them. */
const stepsFrom = (now) => suggestedShares(now).map((share, index, all) => ({ share, ...(index < all.length - 1 ? { wait: day } : {}) }));

/** A new plan: the next larger share first; `wanted` is the variant whose share grows, if it is chosen already. */
function newPlan(flag, targeting, wanted) {
  const usual = variantsOf(flag, targeting), variant = wanted ?? usual.variant, rest = usual.rest === variant ? flag.variants.find(({ name }) => name !== variant)?.name : usual.rest, { split, by, key } = targeting.otherwise ?? {};
  return {
    id: randomId().slice(0, 12), variant, rest, state: "running", ...(split && by ? { by } : {}), ...(split && key ? { key } : {}),
    steps: stepsFrom(shareOf(targeting.otherwise, variant)),
  };
}

/**
 * Opens the editor of a plan, or of a new one without `plan`, of `variant` if given. Resolves to whether a change was sent.
 *
 * `ending` is an experiment that the same change ends: its `name`, the `share` of people who have the variant in it, and the `edit`.
 */
export function openPlan({ program, flag, environment, plan, variant, ending }) {
  const stored = flag.targetings.get(environment.id), isNew = plan === undefined, name = nameOf(flag), place = environment.name.toLowerCase();
  const edited = structuredClone(plan ?? { ...newPlan(flag.value, stored.value, variant), ...(ending && { steps: stepsFrom(ending.share - 1), guard: {} }) }), { rules = [] } = stored.value;
  const problem = h("p", { class: "field-error", role: "alert", hidden: true }), reads = h("p", { class: "sub", role: "status" });
  const word = () => variantWord(flag.value, edited.variant);
  const complain = (text) => { fill(problem, text); problem.hidden = !text; };
  /** Shows an error at the field of the guard that it is about, or above the buttons. */
  const refuse = ({ text, member }) => { if (!guard.complain(text, member)) complain(text); };
  const steps = new PlanSteps(edited, { word, change: read }), features = featuresOf(program), guard = new GuardFields(edited.guard, features);
  const shareNow = () => shareOf(movedResult(stored.value, edited.rule), edited.variant);
  // The names of features are only nicer than their paths.
  let names = new Map();
  features.then((list) => { names = new Map(list.map(({ feature, name: own }) => [feature, own])); }, () => {});
  const target = choiceField({ name: "rule", label: "For", value: edited.rule ?? "", optional: true, choices: [["", rules.length ? "Everyone else" : "Everyone"], ...rules.map(({ id, name: own }, index) => [id, `Rule ${index + 1}${own ? `: ${own}` : ""}`])] });
  target.control.addEventListener("change", () => {
    if (target.value) edited.rule = target.value; else delete edited.rule;
    const { split, by, key } = movedResult(stored.value, edited.rule) ?? {};
    for (const [member, value] of [["by", split && by], ["key", split && key]]) if (value) edited[member] = value; else delete edited[member];
    suggest();
  });
  const variants = ["variant", "rest"].map((member) => {
    const field = choiceField({ name: member, label: member === "variant" ? "Variant" : "Instead of", value: edited[member], choices: flag.value.variants.map((one) => [one.name, one.name]) });
    field.control.addEventListener("change", () => { edited[member] = field.value; suggest(); });
    return field;
  });

  function suggest() {
    steps.suggest(stepsFrom(Math.max(shareNow(), (ending?.share ?? 0) - 1)));
    read();
  }

  function read() {
    complain();
    guard.name(edited, steps.value, word());
    const shares = steps.value.map(({ share }) => share), now = isNew ? shareNow() : 0, isGrowing = shares.every((share, index) => share >= (index === 0 ? now : shares[index - 1]));
    fill(reads, `Reads: ${word()} for ${planSentence({ steps: steps.value })}. ${now > 0 ? `It is for ${Number(now.toFixed(2))} % now. ` : ""}${isGrowing ? "People who have it keep it in later steps." : "Some people lose it in a later step."}${ending ? ` ${ending.name} ends with the first step, which divides people anew: some of those who had the variant lose it until a later step.` : ""}`);
  }

  return new Promise((resolve) => {
    let isSent = false;
    const dialog = openDialog({
      title: ending ? `Ship ${ending.name} in steps` : isNew ? `Roll out ${name} in steps` : `Edit the plan of ${name}`, className: "broad", data: { env: kindOf(environment) }, aside: environmentTag(environment), isForm: true,
      body: [
        isNew && (rules.length > 0 || !isBool(flag.value)) && h("div", { class: "two" }, rules.length > 0 && target.element, !isBool(flag.value) && variants.map(({ element }) => element)),
        h("section", { "aria-label": "Steps" }, h("div", { class: "section-head" }, h("h3", {}, "Steps"), h("span", { class: "muted" }, isNew ? "The first starts immediately." : "Steps that were taken remain as they are.")),
          steps.element, h("p", { class: "after" }, h("button", { class: "button small", type: "button", on: { click: () => steps.add() } }, icon("plus"), "Step"))),
        reads, guard.element,
        h("p", { class: "note" }, icon("changes"), h("span", {}, "Each step is recorded as a change. Changing the rollout or switching the flag off pauses the plan.")),
        problem,
      ],
      footer: [button("Cancel", () => dismiss(dialog)), button("Review…", review, "primary")],
    });
    dialog.addEventListener("close", () => resolve(isSent));
    read();
    steps.focus();

    /** The sent change, in sentences above its difference. */
    function summary(value) {
      return h("div", { class: "stack-v" }, h("p", {}, `${word().replace(/^./, (letter) => letter.toUpperCase())} for ${planSentence(value)}.`),
        value.guard && h("p", {}, guardSentence(value.guard, (path) => names.get(path) ?? path)));
    }

    /** Reviews the plan above the editor, which remains open with its values until the change is sent. */
    async function review() {
      const text = edited.variant === edited.rest ? "Select two different variants." : steps.problem(), wrong = text ? { text } : guard.problem();
      complain();
      guard.complain();
      if (wrong) return refuse(wrong);
      const { guard: _, ...others } = edited, value = { ...others, steps: steps.value, ...(guard.value ? { guard: guard.value } : {}) };
      let refused;
      isSent = await openChange({
        program, environment, edits: [...(ending ? [ending.edit] : []), { kind: "targeting", name: flag.key, environment: environment.id, base: stored.change, set: { plan: value } }],
        title: ending ? `End ${ending.name}, and start the plan of ${name} in ${place}?` : isNew ? `Start the plan of ${name} in ${place}?` : `Save the plan of ${name} in ${place}?`, verb: isNew ? "Start plan" : "Save",
        done: isNew ? "Plan started." : "Plan saved.", schedules: isNew, cancel: "Back", findings: () => summary(value),
        refuses: (diagnostics) => { refused = diagnostics.find(({ kind, name: item, path }) => kind === "targeting" && item === flag.key && path?.startsWith(guardPath)); return refused !== undefined; },
      });
      if (isSent) dialog.close();
      if (refused) refuse({ text: refused.message, member: refused.path.slice(guardPath.length) });
    }
  });
}
