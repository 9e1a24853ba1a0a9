import type { NewApi, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type {
  StoredDefinition,
  MayBeStored,
  SentDefinition,
  WantedChange,
} from '#runtime/ports/stored-definition.ts';

/** The bytes of the stored document that a question names; undefined if it names none. */
export type DefinitionBytes = SentDefinition['bytes'] | undefined;

/** The text of a document, without a byte order mark. `bytes` is the stored document. */
export function textOfDefinition(definition: string | StoredDefinition, bytes: DefinitionBytes): string {
  if (typeof definition === 'string') return definition;
  if (!bytes) throw new Error('a stored document was not sent with its question');
  return Buffer.from(bytes.buffer)
    .toString()
    .replace(/^\uFEFF/, '');
}

/** A change with the text of its document. */
export function withDefinition(change: MayBeStored<NewApi>, bytes: DefinitionBytes): NewApi;
export function withDefinition(change: WantedChange, bytes: DefinitionBytes): ProposedChange;
export function withDefinition(change: WantedChange, bytes: DefinitionBytes): ProposedChange {
  if (!('definition' in change)) return change;
  return { ...change, definition: textOfDefinition(change.definition, bytes) };
}
