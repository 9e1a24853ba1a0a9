import type { Digest } from '../../compiled/digest.ts';
import type { Json } from '../../compiled/json.ts';
import type { Kind } from '../declaration/kinds.ts';

/** `+`, `~` and `-` for people. */
export type Action = 'add' | 'change' | 'remove';

/**
 * What a change of a contract means for those who call it. `breaking`: correct callers may fail. `risky`: some that
 * rely on more than they should may fail. `compatible`: none does. `text`: no call and no answer differs.
 */
export type Compatibility = 'breaking' | 'risky' | 'compatible' | 'text';

/** The declaration that a change is about. */
export interface Subject {
  readonly kind: Kind;
  /** `DogPark/v1` of an API, `DogWalker DogPark/v1` of a subscription, the organisation of a gateway. */
  readonly name: string;
}

/** A place in a declaration or in the OpenAPI document of an API, as it is in the route table. */
export interface Spot {
  readonly in: 'declaration' | 'contract';
  /** An RFC 6901 pointer. Of a declaration, as people write it; where it leads nowhere, what encloses it is meant. */
  readonly pointer: string;
}

/** An application that feels a change. */
export interface Affected {
  readonly application: string;
  readonly owner: string;
  /** What it feels, as the end of a sentence that starts with its name: `loses access to DogPark/v1`. */
  readonly effect: string;
}

/** One difference between two route tables. */
export interface Change {
  /** What kind of change it is, kebab-case: `tier-limit-changed`. It stays the same from release to release. */
  readonly id: string;
  readonly action: Action;
  readonly subject: Subject;
  /** What of the subject changes, in terms that moving or renaming what holds it does not alter; may be empty. */
  readonly path: string;
  /** One sentence. */
  readonly message: string;
  /** Absent where there was nothing, and where it must not be shown. */
  readonly before?: Json;
  readonly after?: Json;
  /** Where it stands on each side; absent where it does not stand there. */
  readonly at: { readonly base?: Spot; readonly head?: Spot };
  /** Of a change of a contract alone. */
  readonly compatibility?: Compatibility;
  /** Of a change of a contract: the operations that it reaches, as `GET /dogs`, sorted. */
  readonly operations?: readonly string[];
  /** Sorted by application. */
  readonly affected: readonly Affected[];
  /** 32 hexadecimal digits: the same for the same change wherever it is found, another one as soon as it alters. */
  readonly fingerprint: string;
}

/** A change before it is known whom it touches. */
export type ChangeDraft = Omit<Change, 'affected' | 'fingerprint'>;

/** What makes one route table of another, for people. */
export interface Plan {
  /** Absent where there was no table before. */
  readonly base?: Digest;
  readonly head: Digest;
  /** Sorted by subject, then by path. */
  readonly changes: readonly Change[];
}
