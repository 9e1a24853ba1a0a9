import { closestMatch } from 'leven';

/**
 * The candidate that was probably intended; undefined if none is close. The shorter the name, the fewer letters may
 * differ.
 */
export function closestName(name: string, candidates: Iterable<string>): string | undefined {
  const maxDistance = name.length < 4 ? 1 : Math.min(4, Math.max(2, Math.floor(name.length / 3)));
  return name === '' ? undefined : closestMatch(name, [...candidates], { maxDistance });
}

/** One sentence: a suggestion of the name that was probably intended, or `otherwise` if there is no such name. */
export function suggestName(name: string, candidates: Iterable<string>, otherwise: string): string {
  const others = [...candidates].filter((candidate) => candidate !== name);
  const match = closestName(name, others);
  return match === undefined ? otherwise : `Did you mean \`${match}\`?`;
}
