import type { SecretReference } from '#compiled/settings/secret-reference.ts';

/** How a declared signing key is used; by default it signs. */
export type KeyUse = 'sign' | 'verify';

/** A step of a rotation, each a separate commit. Numbers are indices of the declared keys. */
export type SigningKeyStep =
  | { readonly step: 'add' }
  | { readonly step: 'promote'; readonly promoted: number; readonly demoted: readonly number[] }
  | { readonly step: 'retire'; readonly retired: readonly number[] };

/**
 * The next step for the declared keys, in order: a key after the signing key is about to sign, and the keys before it
 * no longer sign.
 */
export function nextStep(uses: readonly KeyUse[]): SigningKeyStep {
  const signing = uses.indexOf('sign');
  const promoted = uses.length - 1;
  if (promoted > signing) {
    const demoted = uses.flatMap((use, index) => (use === 'sign' && index !== promoted ? [index] : []));
    return { step: 'promote', promoted, demoted };
  }
  return signing > 0 ? retireStep(uses) : { step: 'add' };
}

/** The step that removes the keys that no longer sign, which may be none. */
export function retireStep(uses: readonly KeyUse[]): SigningKeyStep & { readonly step: 'retire' } {
  return { step: 'retire', retired: [...uses.keys()].slice(0, Math.max(0, uses.indexOf('sign'))) };
}

/** The name of a declared signing key for people. */
export function nameKey(declared: Pick<DeclaredKey, 'key'> | undefined): string {
  const { fromFile, fromEnv } = declared?.key ?? {};
  return fromFile ?? `\$${fromEnv ?? ''}`;
}

/** A signing key as it is declared. */
export interface DeclaredKey {
  readonly key: SecretReference;
  readonly use?: KeyUse;
}
