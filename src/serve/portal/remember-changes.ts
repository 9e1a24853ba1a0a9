import type { ChangesSince } from '#runtime/ports/contract-changes.ts';
import type { ComparedVersions, CompareVersions } from '../sources/thread/contract-comparisons.ts';

/** How many comparisons are remembered. */
const rememberedPairs = 200;

/** Returns a function that returns a known comparison, or starts it elsewhere and returns `pending`. */
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
    // If the thread ended, another replaces it, and the next visit compares again.
    compare(pair).then(
      (compared) => (compared ? known.set(key, compared) : known.delete(key)),
      () => known.delete(key),
    );
    return 'pending';
  };
}
