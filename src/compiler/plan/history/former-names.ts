import { oncePer } from '../../rule/once-per.ts';
import type { History } from './history.ts';

/** The names in base of the applications of head, where it differs: an application is known by its consumer keys. */
export const formerNames = oncePer(({ base, head }: History): ReadonlyMap<string, readonly string[]> => {
  const owners = new Map(
    base.compiled.manifest.applications.flatMap(({ name, keySets }) =>
      keySets.map(({ consumerKey }) => [consumerKey, name] as const),
    ),
  );
  const renamed = head.compiled.manifest.applications.map(({ name, keySets }) => {
    const names = keySets.flatMap(({ consumerKey }) => owners.get(consumerKey) ?? []);
    return [name, [...new Set(names)].filter((former) => former !== name)] as const;
  });
  return new Map(renamed.filter(([, names]) => names.length > 0));
});
