import { closestMatch } from 'leven';

/** The probably intended candidate: a short name must be nearly right, a long one may differ more. */
export function closestName(name: string, candidates: Iterable<string>): string | undefined {
  const maxDistance = name.length < 4 ? 1 : Math.min(4, Math.max(2, Math.floor(name.length / 3)));
  return name === '' ? undefined : closestMatch(name, [...candidates], { maxDistance });
}

/** One sentence: the probably intended name, never the name itself, or else what to do. */
export function suggestName(name: string, candidates: Iterable<string>, otherwise: string): string {
  const others = [...candidates].filter((candidate) => candidate !== name);
  const match = closestName(name, others);
  return match === undefined ? otherwise : `Did you mean \`${match}\`?`;
}
