import type { ReadFailure, ReadResult } from '#source/source-tree.ts';
import { suppressionMarker } from '#compiler/workspace/suppressions.ts';

/** The text of a file, or the reason why it could not be read. */
export type ReadText =
  | {
      readonly text: string;
      /** Whether the text contains the marker of suppressions. */
      readonly isMarked: boolean;
      readonly isLinked: boolean;
    }
  | { readonly failure: ReadFailure };

export function toReadText(result: ReadResult): ReadText {
  if (!result.ok) return { failure: result.reason };
  const { text, isLinked = false } = result;
  return { text, isMarked: text.includes(suppressionMarker), isLinked };
}

export function isSameText(a: ReadText, b: ReadText): boolean {
  if ('failure' in a || 'failure' in b) return 'failure' in a && 'failure' in b && a.failure === b.failure;
  return a.text === b.text && a.isLinked === b.isLinked;
}

/** Whether a text can change without a visible change at its path, since the path is a link or the file is missing. */
export function isUnsure(read: ReadText): boolean {
  return 'failure' in read || read.isLinked;
}
