import type { FurtherAddress } from '#compiled/manifest.ts';
import type { ApiDeclaration } from '../declaration.ts';
import { compileNotice } from './compile-deprecation.ts';

/** The further addresses of an API, sorted by path. */
export function compileAddresses({ alsoAt = [] }: ApiDeclaration): {
  readonly alsoAt?: readonly FurtherAddress[];
} {
  if (alsoAt.length === 0) return {};
  const addresses = alsoAt.map((declared): FurtherAddress => {
    if (typeof declared === 'string') return { path: declared };
    const { path, deprecation } = declared;
    return { path, ...(deprecation && { deprecation: compileNotice(deprecation) }) };
  });
  return { alsoAt: addresses.toSorted((one, other) => (one.path < other.path ? -1 : 1)) };
}
