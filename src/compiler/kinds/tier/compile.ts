import type { ManifestTier } from '#compiled/manifest.ts';
import type { TierDeclaration } from './declaration.ts';
import type { Compilation } from '#compiler/compile/compilation.ts';
import { passOn } from '#compiler/compile/pass-on.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { compileLimit } from '#compiler/compile/compile-limit.ts';

/** All tiers. */
export function compileTiers({ workspace: { tiers }, results }: Compilation): readonly ManifestTier[] {
  return tiers.map((one) => results.entry(one, compileTier));
}

/** A tier with its limit filled in. */
function compileTier({ value }: Declared<TierDeclaration>): ManifestTier {
  return { ...passOn('tiers', value), ...(value.limit && { limit: compileLimit(value.limit) }) };
}
