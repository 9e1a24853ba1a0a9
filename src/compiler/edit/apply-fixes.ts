import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Fix } from '#diagnostic/fix.ts';
import { groupByFiles } from './group-by-files.ts';
import { editFix, type FileEdit, EditedPlaces, type Change } from './edit-fix.ts';
import { EditableText } from './editable-text.ts';
import { applyEdits, EditError, type TextEdit } from './text-edit.ts';

/** A diagnostic whose fix could not be applied, and why, as one sentence. */
export interface RefusedFix {
  readonly diagnostic: Diagnostic;
  readonly reason: string;
}

/** The results of the fixes of some diagnostics. */
export interface FixResult {
  /** The new texts of the files that changed. */
  readonly texts: Readonly<Record<string, string>>;
  readonly fixed: readonly Diagnostic[];
  /** Diagnostics whose fixes overlap others; they may be fixed by another run on the new texts. */
  readonly waiting: readonly Diagnostic[];
  readonly refused: readonly RefusedFix[];
}

/**
 * Applies the fixes of diagnostics, each completely or not at all, and leaves the rest of the texts unchanged. If fixes
 * overlap, only the first one is applied.
 */
export function applyFixes(
  diagnostics: readonly Diagnostic[],
  textOf: (file: string) => string | undefined,
): FixResult {
  const outcomes = new Map<Diagnostic, FixOutcome>();
  const texts: Record<string, string> = {};
  // Parses only the files of one group at a time, since all files of a large repository would take much memory.
  for (const group of groupByFiles(diagnostics)) {
    const round = new FixRound(textOf);
    for (const { diagnostic, fix } of group) outcomes.set(diagnostic, round.apply(fix));
    Object.assign(texts, round.texts());
  }
  const having = (wanted: FixOutcome) =>
    diagnostics.filter((diagnostic) => outcomes.get(diagnostic) === wanted);
  return {
    texts,
    fixed: having('applied'),
    waiting: having('overlaps'),
    refused: diagnostics.flatMap((diagnostic) => {
      const outcome = outcomes.get(diagnostic);
      return outcome instanceof EditError ? [{ diagnostic, reason: outcome.message }] : [];
    }),
  };
}

type FixOutcome = 'applied' | 'overlaps' | EditError;

class FixRound {
  readonly #textOf: (file: string) => string | undefined;
  readonly #sources = new Map<string, EditableText>();
  readonly #places = new EditedPlaces();
  readonly #spans = new Map<string, TakenSpans>();

  constructor(textOf: (file: string) => string | undefined) {
    this.#textOf = textOf;
  }

  apply(fix: Fix): FixOutcome {
    const changes = fix.steps.map(({ type, at }) => ({ at, replaces: type === 'replace-value' }));
    if (changes.some((change) => this.#places.conflictsWith(change))) return 'overlaps';
    try {
      const edits = editFix(fix, (file) => this.#sourceOf(file));
      if (edits.some((edit) => this.#spansOf(edit.file).isTaken(edit))) return 'overlaps';
      this.#take(changes, edits);
      return 'applied';
    } catch (error) {
      if (error instanceof EditError) return error;
      throw error;
    }
  }

  texts(): Readonly<Record<string, string>> {
    const changed = [...this.#spans].filter(([, { edits }]) => edits.length > 0);
    return Object.fromEntries(
      changed.map(([file, { edits }]) => [file, applyEdits(this.#sourceOf(file).text, edits)]),
    );
  }

  #take(changes: readonly Change[], edits: readonly FileEdit[]): void {
    for (const change of changes) this.#places.add(change);
    for (const edit of edits) this.#spansOf(edit.file).add(edit);
  }

  #spansOf(file: string): TakenSpans {
    const spans = this.#spans.get(file) ?? new TakenSpans();
    this.#spans.set(file, spans);
    return spans;
  }

  #sourceOf(file: string): EditableText {
    const known = this.#sources.get(file);
    if (known) return known;
    const text = this.#textOf(file);
    if (text === undefined) throw new EditError(`${file} was not read.`);
    const source = new EditableText(text);
    this.#sources.set(file, source);
    return source;
  }
}

/** Edits of one text that do not overlap. */
class TakenSpans {
  readonly #edits: TextEdit[] = [];

  /** Sorted by offset. */
  get edits(): readonly TextEdit[] {
    return this.#edits;
  }

  /** Whether an edit overlaps one that was added before. */
  isTaken(edit: TextEdit): boolean {
    const index = this.#indexOf(edit.offset);
    return overlap(this.#edits[index - 1], edit) || overlap(edit, this.#edits[index]);
  }

  add(edit: TextEdit): void {
    this.#edits.splice(this.#indexOf(edit.offset), 0, edit);
  }

  /** The index of the first edit at or after an offset. */
  #indexOf(offset: number): number {
    let [low, high] = [0, this.#edits.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#edits[middle]!.offset < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Whether two edits overlap. Two insertions at the same offset do, since either order could be wrong. */
function overlap(first: TextEdit | undefined, second: TextEdit | undefined): boolean {
  if (!first || !second) return false;
  return second.offset < first.offset + Math.max(1, first.length);
}
