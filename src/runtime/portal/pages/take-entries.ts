import { html, type Html } from '#runtime/pages/html.ts';

/** One entry of a page. It is rendered only if the page has room for it. */
export type Entry = () => Html;

/** The entries that fit, and where the others begin. */
interface TakenEntries {
  readonly shown: readonly Html[];
  /** The index of the first entry that did not fit; undefined if all others fit. */
  readonly next: number | undefined;
}

/**
 * Renders entries in their order until their markup is longer than `maxLength`, so that the others can follow on another
 * page and none is omitted.
 */
export function takeEntries(entries: readonly Entry[], maxLength: number, from = 0): TakenEntries {
  const shown: Html[] = [];
  let length = 0;
  for (let index = from; index < entries.length; index += 1) {
    // Without room, no entry is rendered, so that schemas that contain themselves end.
    if (length >= maxLength) return { shown, next: index };
    const rendered = entries[index]?.() ?? html``;
    length += String(rendered).length;
    if (length > maxLength) return { shown, next: index };
    shown.push(rendered);
  }
  return { shown, next: undefined };
}

/** As `takeEntries`, for a whole page: shows at least one entry, so that the next page begins further on. */
export function takePageOfEntries(entries: readonly Entry[], maxLength: number, from: number): TakenEntries {
  const taken = takeEntries(entries, maxLength, from);
  const first = entries[from];
  if (taken.shown.length > 0 || !first) return taken;
  return { shown: [first()], next: from + 1 < entries.length ? from + 1 : undefined };
}

/** Splits a text into pieces of at most `maxLength` UTF-16 code units, at ends of lines where it can. */
export function splitText(text: string, maxLength: number): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > maxLength) {
    const piece = text.slice(start, start + maxLength);
    const line = piece.lastIndexOf('\n');
    const end = line > maxLength / 2 ? start + line + 1 : wholeCharacters(text, start + maxLength);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return [...pieces, text.slice(start)];
}

/** An index that does not split a surrogate pair. */
function wholeCharacters(text: string, index: number): number {
  const isHigh = /[\uD800-\uDBFF]/.test(text[index - 1] ?? '');
  return isHigh ? index - 1 : index;
}
