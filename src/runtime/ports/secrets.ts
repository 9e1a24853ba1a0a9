import type { SecretReference } from '#compiled/settings/secret-reference.ts';

/** Reads a secret. Rejects with an error that names the reference and never contains the value. */
export type ResolveSecret = (reference: SecretReference) => Promise<string>;

/** The secrets that a generation was built with, read beforehand; every reference of its table is among them. */
export type SecretOf = (reference: SecretReference) => string;
