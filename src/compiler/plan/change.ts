import type { Digest } from '#compiled/digest.ts';
import type { Json } from '#compiled/json.ts';
import type { Kind } from '#compiler/declaration/kinds.ts';

/** Shown as `+`, `~` and `-`. */
export type Action = 'add' | 'change' | 'remove';

/**
 * The effect of a change of a contract on callers. `breaking`: valid calls may fail. `risky`: callers that rely on
 * undocumented behaviour may fail. `compatible`: no caller fails. `text`: only documentation changes.
 */
export type Compatibility = 'breaking' | 'risky' | 'compatible' | 'text';

/** The reason to review a change even if it breaks no callers: where traffic goes, who may call, what is checked. */
export type Sensitivity = 'traffic' | 'access' | 'checks';

/** The declaration that a change is about. */
export interface Subject {
  readonly kind: Kind;
  /** `DogPark/v1` for an API, `DogWalker DogPark/v1` for a subscription, the organisation for a gateway. */
  readonly name: string;
}

/** A location in a declaration, or in the OpenAPI document of an API as the route table contains it. */
export interface ChangeLocation {
  readonly in: 'declaration' | 'contract';
  /** An RFC 6901 pointer; a pointer to a missing field of a declaration means the nearest field around it. */
  readonly pointer: string;
}

/** An application that a change affects. */
export interface Affected {
  readonly application: string;
  readonly owner: string;
  /** The impact, as the end of a sentence that starts with its name: `loses access to DogPark/v1`. */
  readonly effect: string;
}

/** A numeric limit, such as `maximum`, that both sides of a change declare. */
export interface ChangedLimit {
  readonly keyword: string;
  readonly before: Bound;
  readonly after: Bound;
}

interface Bound {
  readonly value: number;
  /** Whether the limit excludes the value itself. */
  readonly exclusive: boolean;
}

/** One difference between two route tables. */
export interface Change {
  /** The kind of change, in kebab-case: `tier-limit-changed`. It stays the same from release to release. */
  readonly id: string;
  readonly action: Action;
  readonly subject: Subject;
  /**
   * The part of the subject that changes, in terms that do not depend on the names of files or components; may be
   * empty.
   */
  readonly path: string;
  /** One sentence. */
  readonly message: string;
  /** Absent for added values and for secrets. */
  readonly before?: Json;
  readonly after?: Json;
  /** Only for changes of a numeric limit in a contract. */
  readonly limit?: ChangedLimit;
  /** The location of the changed part on each side; absent on a side that does not contain it. */
  readonly at: { readonly base?: ChangeLocation; readonly head?: ChangeLocation };
  /** Only for changes of a contract. */
  readonly compatibility?: Compatibility;
  /** Why to review the change even if it breaks no callers; absent if it is not sensitive. */
  readonly sensitive?: Sensitivity;
  /** Only for changes of a contract: the affected operations, as `GET /dogs`, sorted. */
  readonly operations?: readonly string[];
  /** Sorted by application. */
  readonly affected: readonly Affected[];
  /** 32 hexadecimal digits that identify the change by its content. */
  readonly fingerprint: string;
}

/** A change without its affected applications and its fingerprint. */
export type ChangeDraft = Omit<Change, 'affected' | 'fingerprint'>;

/** The differences between two route tables, for people. */
export interface Plan {
  /** Absent if there is no base. */
  readonly base?: Digest;
  readonly head: Digest;
  /** Sorted by subject, then by path. */
  readonly changes: readonly Change[];
}
