import type { Definition } from '#compiler/workspace/workspace.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { addMembers, appendItems } from '#compiler/edit/insert-content.ts';
import { applyEdits, EditError, type TextEdit } from '#compiler/edit/text-edit.ts';
import type { Additions } from '#runtime/observation/additions.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { splitPointer, type Place } from '#source/place.ts';
import { type Addition, isDeclarable, planAdditions } from './plan-additions.ts';

export interface SuggestedDocument {
  readonly text: string;
  /** One sentence for each addition that failed. */
  readonly skipped: readonly string[];
}

/** Adds what was observed and is not declared to the text of a document, and preserves its comments and layout. */
export function suggestDocument(
  text: string,
  definition: Definition,
  document: OpenapiDocument,
  additions: Additions,
): SuggestedDocument {
  const source = new EditableText(text);
  const edits: TextEdit[] = [];
  const skipped: string[] = additions.operations
    .filter((operation) => !isDeclarable(operation))
    .map(({ method, template }) => `${method} ${template}: the method or the whole path cannot be named.`);
  const planned = planAdditions(document, additions)
    .map((addition) => ({ addition, place: definition.originOf(addition.pointer) }))
    // Inner objects come first: at the same offset, their lines have to precede the lines of the outer object.
    .toSorted((a, b) => depthOf(b.place) - depthOf(a.place));
  for (const { addition, place } of planned) {
    if (place.file !== definition.place.file)
      skipped.push(`${place.file} would have to be edited at ${place.pointer}.`);
    else {
      try {
        for (const edit of insert(source, place, addition)) join(edits, edit);
      } catch (error) {
        if (!(error instanceof EditError)) throw error;
        skipped.push(error.message);
      }
    }
  }
  return { text: applyEdits(text, edits), skipped };
}

function insert(source: EditableText, place: Place, addition: Addition): readonly TextEdit[] {
  return 'members' in addition
    ? addMembers(source, place, addition.members)
    : appendItems(source, place, addition.items);
}

function depthOf({ pointer }: Place): number {
  return splitPointer(pointer).length;
}

/** Adds an edit; insertions at the same offset are joined. */
function join(edits: TextEdit[], edit: TextEdit): void {
  const index = edits.findIndex(({ offset, length }) => offset === edit.offset && length + edit.length === 0);
  const known = edits[index];
  if (known) edits[index] = { ...known, text: known.text + edit.text };
  else edits.push(edit);
}
