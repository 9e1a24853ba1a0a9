import type { Fix, FixStep } from '#diagnostic/fix.ts';
import { splitPointer, type Place, appendPointer } from '#source/place.ts';
import { addMembers } from './insert-content.ts';
import type { EditableText } from './editable-text.ts';
import type { PlainValue } from './text-layout.ts';
import { replaceValue } from './replace-value.ts';
import { EditError, type TextEdit } from './text-edit.ts';

/** An edit of one of the files that a fix changes. */
export interface FileEdit extends TextEdit {
  readonly file: string;
}

/** The edits of a fix. Throws an EditError if one of its steps cannot be applied. */
export function editFix({ steps }: Fix, sourceOf: (file: string) => EditableText): readonly FileEdit[] {
  const grouped = groupSteps(steps);
  refuseClash(grouped);
  return grouped.reduce<readonly FileEdit[]>((edits, step) => {
    const { file } = step.at;
    return editStep(step, sourceOf(file)).reduce((all, edit) => join(all, { ...edit, file }), edits);
  }, []);
}

type Step =
  | { readonly at: Place; readonly replaces: false; readonly members: Readonly<Record<string, PlainValue>> }
  | { readonly at: Place; readonly replaces: true; readonly value: PlainValue };

/**
 * Merges the members that are added to the same mapping into one step. Steps for inner mappings come first, since their
 * lines end above those of outer mappings.
 */
function groupSteps(steps: readonly FixStep[]): readonly Step[] {
  const byMapping = new Map<string, Step>();
  for (const [index, step] of steps.entries()) {
    const { at } = step;
    if (step.type === 'replace-value') {
      byMapping.set(String(index), { at, replaces: true, value: step.value });
      continue;
    }
    const mapping = JSON.stringify([at.file, at.document, at.pointer]);
    const known = byMapping.get(mapping);
    const members = known?.replaces === false ? known.members : {};
    byMapping.set(mapping, { at, replaces: false, members: { ...members, [step.key]: step.value } });
  }
  return [...byMapping.values()].toSorted((a, b) => depthOf(b) - depthOf(a));
}

function depthOf({ at }: Step): number {
  return splitPointer(at.pointer).length;
}

function refuseClash(steps: readonly Step[]): void {
  const places = new EditedPlaces();
  for (const step of steps) {
    if (places.conflictsWith(step)) throw new EditError('The steps of the fix overlap.');
    places.add(step);
  }
}

function editStep(step: Step, source: EditableText): readonly TextEdit[] {
  return step.replaces
    ? replaceValue(source, step.at, step.value)
    : addMembers(source, step.at, step.members);
}

/** Merges insertions at the same offset, which several mappings of one fix may need. */
function join(edits: readonly FileEdit[], edit: FileEdit): readonly FileEdit[] {
  const same = edits.find(
    ({ file, offset, length }) => file === edit.file && offset === edit.offset && length + edit.length === 0,
  );
  if (!same) return [...edits, edit];
  return edits.map((one) => (one === same ? { ...same, text: same.text + edit.text } : one));
}

/** What a change does to the value at its place: it replaces the value, or adds to it. */
export interface Change {
  readonly at: Place;
  readonly replaces: boolean;
}

/** The places that change. No other change is possible within a value that is replaced. */
export class EditedPlaces {
  readonly #replaced = new Set<string>();
  readonly #around = new Set<string>();

  /** Whether a change conflicts with one that was added before. */
  conflictsWith({ at, replaces }: Change): boolean {
    const keys = keysOnPathTo(at);
    return keys.some((key) => this.#replaced.has(key)) || (replaces && this.#around.has(keys.at(-1) ?? ''));
  }

  add({ at, replaces }: Change): void {
    const keys = keysOnPathTo(at);
    for (const key of keys) this.#around.add(key);
    if (replaces) this.#replaced.add(keys.at(-1) ?? '');
  }
}

/** A key for every value on the path from the root to a place. */
function keysOnPathTo({ file, document, pointer }: Place): readonly string[] {
  const root = `${document} ${file} `;
  let key = root;
  return [root, ...splitPointer(pointer).map((token) => (key += appendPointer('', token)))];
}
