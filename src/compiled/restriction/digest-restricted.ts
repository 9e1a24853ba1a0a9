import { canonicalJson } from '../canonical-json.ts';
import type { Compiled } from '../compiled.ts';
import { digestOf, type Digest } from '../digest.ts';
import { compareLists } from '../list-difference.ts';
import { allLists, type Manifest } from '../manifest.ts';

/**
 * The digest of an earlier table without what a newer one takes away: of that table, and of the entries that are removed
 * or replaced. So it is the same on all gateways, which may have put other settings in force, and takes little time for a
 * large table.
 */
export function digestRestricted({ digest, manifest: before }: Compiled, manifest: Manifest): Digest {
  const lists = allLists.flatMap(({ name }) => {
    const { added, removed } = compareLists<object>(before[name], manifest[name]);
    return added.length + removed.length === 0 ? [] : [[name, { added, removed }] as const];
  });
  const { tokensNotBefore = null } = manifest.gateway.token;
  return digestOf(canonicalJson({ table: digest, tokensNotBefore, lists: Object.fromEntries(lists) }));
}
