import { closestMatch } from 'leven';

/** One sentence: the name that was probably meant, or else what to do instead. */
export function suggestName(name: string, candidates: Iterable<string>, otherwise: string): string {
  const maxDistance = Math.min(4, Math.max(1, Math.floor(name.length / 3)));
  const match = closestMatch(name, [...candidates], { maxDistance });
  return match === undefined ? otherwise : `Did you mean \`${match}\`?`;
}
