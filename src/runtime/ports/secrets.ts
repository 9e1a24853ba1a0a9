import type { SecretReference } from '#compiled/settings/secret-reference.ts';

/** Reads a secret. Rejects with an error that names the reference and never contains the value. */
export type ResolveSecret = (reference: SecretReference) => Promise<string>;

/**
 * Returns a secret, which was read before its generation was built. Every reference in the generation's table is known.
 */
export type SecretOf = (reference: SecretReference) => string;
