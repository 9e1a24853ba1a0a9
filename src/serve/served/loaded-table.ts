import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Compiled } from '#compiled/compiled.ts';
import { digestOf, type Digest } from '#compiled/digest.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import type { SecretOf } from '#runtime/ports/secrets.ts';

/** A route table with the secrets that it names: all that a generation is built from. */
export interface LoadedTable {
  readonly compiled: Compiled;
  readonly secrets: Secrets;
  /** The time of the commit that it was read from, if the source is a branch of a repository. */
  readonly committedAt?: number;
}

/** The secrets of one route table as they were when it was loaded. */
export interface Secrets {
  readonly secretOf: SecretOf;
  /** Changes when a secret does, though the table stays the same. */
  readonly digest: Digest;
  /** By the canonical JSON of their references. */
  readonly values: ReadonlyMap<string, string>;
}

/** The secrets by their values. */
export function toSecrets(values: ReadonlyMap<string, string>): Secrets {
  return {
    secretOf: (reference) => secretIn(values, reference),
    digest: digestOf(canonicalJson(Object.fromEntries(values))),
    values,
  };
}

function secretIn(values: ReadonlyMap<string, string>, reference: SecretReference): string {
  const value = values.get(canonicalJson(reference));
  if (value === undefined) throw new Error('a secret was not read beforehand');
  return value;
}

/** How a source elsewhere is, for /status. */
export interface RemoteState {
  /** Without credentials. */
  readonly url: string;
  /** Set if the source is a repository. */
  readonly branch?: string;
  /** The time of its last answer, in milliseconds since 1970; undefined if never. */
  readonly checkedAt: number | undefined;
  /** Why the last check of it failed. */
  readonly failure: string | undefined;
}
