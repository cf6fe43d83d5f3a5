// A menu for selecting features.

/** Whether a path is a group's own or below it. */
export const isWithin = (path, group) => path === group || path.startsWith(`${group}/`);

/** The tree as a list, each feature with its level from 1 on. */
export const flatten = (features, level = 1) =>
  features.flatMap((feature) => [{ feature, level }, ...flatten(feature.features ?? [], level + 1)]);

/** Checkable items. `selected` are paths, each including its descendants; `change` is called with the new paths. */
export async function featureItems({ transport, selected, anyLabel, change }) {
  const { roots } = await transport.get("features");
  return [
    { label: anyLabel, kind: "one", checked: selected.length === 0, act: () => change([]) },
    ...flatten(roots).map(({ feature: { path, name }, level }) => {
      const own = selected.includes(path), above = selected.some((group) => group !== path && isWithin(path, group));
      return {
        label: name, kind: "any", level, checked: own || above, disabled: above,
        act: () => {
          const paths = own ? selected.filter((other) => other !== path)
            : [...selected.filter((other) => !isWithin(other, path)), path];
          selected.splice(0, selected.length, ...paths);
          change(paths);
        },
      };
    }),
  ];
}
