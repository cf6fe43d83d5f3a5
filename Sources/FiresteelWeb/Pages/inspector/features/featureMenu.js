// The features as the items of a menu, to choose some of them.

/** A path's own and all below it. */
export const isWithin = (path, group) => path === group || path.startsWith(`${group}/`);

/** The tree as a list, each feature with its level from 1 on. */
export const flatten = (features, level = 1) =>
  features.flatMap((feature) => [{ feature, level }, ...flatten(feature.features ?? [], level + 1)]);

/** Items to tick. `chosen` are paths, each standing for all below it; `change` is called with the new ones. */
export async function featureItems({ transport, chosen, anyLabel, change }) {
  const { roots } = await transport.get("features");
  return [
    { label: anyLabel, kind: "one", checked: chosen.length === 0, act: () => change([]) },
    ...flatten(roots).map(({ feature: { path, name }, level }) => {
      const own = chosen.includes(path), above = chosen.some((group) => group !== path && isWithin(path, group));
      return {
        label: name, kind: "any", level, checked: own || above, disabled: above,
        act: () => {
          const paths = own ? chosen.filter((other) => other !== path)
            : [...chosen.filter((other) => !isWithin(other, path)), path];
          chosen.splice(0, chosen.length, ...paths);
          change(paths);
        },
      };
    }),
  ];
}
