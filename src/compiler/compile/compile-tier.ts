import type { ManifestTier } from '../../compiled/manifest.ts';
import type { TierDeclaration } from '../declaration/tier.ts';
import type { Declared } from '../workspace/declared.ts';
import { compileLimit } from './compile-limit.ts';

/** A tier with its limit filled in. */
export function compileTier({ value }: Declared<TierDeclaration>): ManifestTier {
  return { name: value.name, ...(value.limit && { limit: compileLimit(value.limit) }) };
}
