import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Compiled } from '#compiled/compiled.ts';
import { digestOf, type Digest } from '#compiled/digest.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import type { SecretOf } from '#runtime/ports/secrets.ts';

/** A route table with the secrets that it refers to: everything that a generation is built from. */
export interface LoadedTable {
  readonly compiled: Compiled;
  readonly secrets: Secrets;
  /** The time of the commit that the table was read from; absent if the source is not a branch of a repository. */
  readonly committedAt?: number;
}

/** The secrets of one route table, with their values at loading time. */
export interface Secrets {
  readonly secretOf: SecretOf;
  /** Changes when a secret changes, even if the table stays the same. */
  readonly digest: Digest;
  /** By the canonical JSON of the reference. */
  readonly values: ReadonlyMap<string, string>;
}

/** Creates `Secrets` from the values by canonical reference. */
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

/** The state of a remote source, for `/status`. */
export interface RemoteState {
  /** The URL, without credentials. */
  readonly url: string;
  /** Present if the source is a repository. */
  readonly branch?: string;
  /** When it last answered, in milliseconds since 1970-01-01T00:00:00Z; undefined if never. */
  readonly checkedAt: number | undefined;
  /** Why the last check failed; undefined if it succeeded. */
  readonly failure: string | undefined;
}
