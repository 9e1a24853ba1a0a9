import { join } from 'node:path';
import { explainSystemError } from '../../../platform/explain-system-error.ts';
import { readFileIfPresent } from '../../../platform/files/read-file-if-present.ts';
import { writeFileAtomically } from '../../../platform/files/write-file-atomically.ts';

/** A text of the state folder. */
export interface KeptText {
  /** As it was at the start; undefined if there was none. */
  readonly kept: string | undefined;
  /** Never throws; a file that cannot be written is reported. */
  readonly keep: (text: string) => void;
}

/** Opens a file of the state folder, of which only the last of several texts may be written. */
export async function openKeptText(
  stateFolder: string,
  name: string,
  warn: (message: string) => void,
): Promise<KeptText & AsyncDisposable> {
  const file = join(stateFolder, name);
  let [writing, next] = [Promise.resolve(), undefined as string | undefined];
  const write = async () => {
    const text = next;
    next = undefined;
    if (text === undefined) return;
    await writeFileAtomically(file, `${text}\n`, 0o600).catch((error: unknown) =>
      warn(`The file ${file} cannot be written: ${explainSystemError(error)}.`),
    );
  };
  return {
    kept: await readFileIfPresent(file),
    keep: (text) => {
      next = text;
      writing = writing.then(write);
    },
    [Symbol.asyncDispose]: () => writing,
  };
}
