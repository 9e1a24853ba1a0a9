import type { ChangesSince } from '#runtime/ports/contract-changes.ts';
import type { ComparedVersions, CompareVersions } from '../sources/thread/contract-comparisons.ts';

/** How many results are remembered. */
const rememberedPairs = 200;

/** Answers at once with what is known, and finds out the rest elsewhere. */
export function rememberChanges(compare: CompareVersions): ChangesSince {
  const known = new Map<string, ComparedVersions | 'pending'>();
  return (pair) => {
    const key = `${pair.older} ${pair.newer}`;
    const found = known.get(key);
    if (found) return found;
    known.set(key, 'pending');
    for (const oldest of known.keys()) {
      if (known.size <= rememberedPairs) break;
      known.delete(oldest);
    }
    // A thread that has ended is replaced, and the next visit asks the new one.
    compare(pair).then(
      (compared) => (compared ? known.set(key, compared) : known.delete(key)),
      () => known.delete(key),
    );
    return 'pending';
  };
}
