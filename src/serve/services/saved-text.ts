import { join } from 'node:path';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { readFileIfPresent } from '#platform/files/read-file-if-present.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';

/** How long changes are collected before the text is written, in milliseconds. */
const writeAfterMs = 1000;

/** Saves a text, which is rendered just before it is written. */
export type KeepText = (render: () => string) => void;

/** A text that is saved in the state folder. */
export interface SavedText {
  /** The text at the start; undefined if there was none. */
  readonly saved: string | undefined;
  /** Never throws; write errors are reported. */
  readonly keep: KeepText;
}

/** Opens a text file of the state folder. Of several texts within a second, only the last is rendered and written. */
export async function openSavedText(
  stateFolder: string,
  name: string,
  warn: (message: string) => void,
): Promise<SavedText & AsyncDisposable> {
  const file = join(stateFolder, name);
  let writing = Promise.resolve();
  let next: (() => string) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const write = async () => {
    const text = next?.();
    next = undefined;
    if (text === undefined) return;
    await writeFileAtomically(file, `${text}\n`, 0o600).catch((error: unknown) =>
      warn(`The file ${file} cannot be written: ${explainSystemError(error)}.`),
    );
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
  };
  return {
    saved: await readFileIfPresent(file),
    keep: (render) => {
      next = render;
      timer ??= setTimeout(flush, writeAfterMs).unref();
    },
    [Symbol.asyncDispose]: () => {
      flush();
      return writing;
    },
  };
}
