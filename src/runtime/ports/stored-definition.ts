import type { Digest } from '#compiled/digest.ts';
import type {
  NewApi,
  NewApiVersion,
  ProposedChange,
  ReplacedDefinition,
} from '#compiled/proposals/proposed-change.ts';

/** A document that a person has sent and that is stored for a while, in place of its text. */
export interface StoredDefinition {
  /** The digest of its bytes. */
  readonly stored: Digest;
}

/** A document to store. */
export interface SentDefinition {
  readonly digest: Digest;
  /** UTF-8, in memory that threads can share without copying it. */
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** A change whose document may be a stored one. */
export type WantedChange =
  | Exclude<ProposedChange, NewApi | NewApiVersion | ReplacedDefinition>
  | MayBeStored<NewApi>
  | MayBeStored<NewApiVersion>
  | MayBeStored<ReplacedDefinition>;

/** A declaration whose document may be a stored one. */
export type MayBeStored<Change extends { readonly definition: string }> = Omit<Change, 'definition'> & {
  readonly definition: string | StoredDefinition;
};
