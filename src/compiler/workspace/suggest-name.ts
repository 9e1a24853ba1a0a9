import { closestMatch } from 'leven';

/** The candidate that was probably intended: the shorter the name, the fewer letters may differ. */
export function closestName(name: string, candidates: Iterable<string>): string | undefined {
  const maxDistance = name.length < 4 ? 1 : Math.min(4, Math.max(2, Math.floor(name.length / 3)));
  return name === '' ? undefined : closestMatch(name, [...candidates], { maxDistance });
}

/** One sentence: the name that was probably intended, unless it is the name itself, or else the advice. */
export function suggestName(name: string, candidates: Iterable<string>, otherwise: string): string {
  const others = [...candidates].filter((candidate) => candidate !== name);
  const match = closestName(name, others);
  return match === undefined ? otherwise : `Did you mean \`${match}\`?`;
}
