// Guards of rollout plans as text: what they compare, their margins, and what they do.

/** The margins of a guard: the member, the metric of the API, its name, and the margin without that member. */
export const guardMetrics = [
  { member: "failureMargin", metric: "failures", name: "Sessions with failed actions", usual: 0.2 },
  { member: "abnormalExitMargin", metric: "abnormalExits", name: "Sessions that ended abnormally", usual: 0.05 },
];

/** The sessions that a step needs with each variant, without the member. */
export const usualMinimumRuns = 200;

/** What a guard does beyond a margin. */
export const guardActions = { pause: "Pause at the current step", stepBack: "Pause and return to the step before", switchOff: "Pause and switch off" };

/** The words of decisions. */
export const guardDecisions = { proceed: ["available", "Within the margins"], wait: ["closing", "Waiting"], harm: ["failure", "Beyond a margin"] };

/** A difference in percentage points: “+3.70”, “−0.02”. */
export const points = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** A guard as lines of text. */
export function guardLines(guard) {
  if (!guard) return [];
  const margins = guardMetrics.map(({ member, name, usual }) => `${name.toLowerCase()} ${guard[member] ?? usual} points`).join(", ");
  return [`guard: ${guardActions[guard.action ?? "pause"].toLowerCase()} beyond ${margins}; at least ${guard.minimumRuns ?? usualMinimumRuns} sessions with each variant in a step`];
}
