import type { ReadFailure } from '#source/source-tree.ts';

/** Explains to a user why a file could not be read. */
export function explainFailure(
  failure: ReadFailure,
  path: string,
  maxBytes: number,
): { readonly message: string; readonly help: string } {
  switch (failure) {
    case 'not-found':
      return {
        message: `The file ${path} does not exist.`,
        help: adviseOnSpelling(path, 'Check the spelling; paths are relative to the file that names them.'),
      };
    case 'too-large':
      return {
        message: `${path} is larger than ${maxBytes} bytes.`,
        help: 'Split it, or raise the limit with `sizes` in a configuration.',
      };
    case 'not-a-file':
      return { message: `${path} is not a file.`, help: 'Name a file, not a folder.' };
    case 'outside-tree':
      return {
        message: `${path} is outside the folder that may be read.`,
        help: 'Move it into the folder of the configuration; without one, into the git repository or the current folder.',
      };
    case 'not-utf8':
      return { message: `${path} is not encoded in UTF-8.`, help: 'Save it as UTF-8.' };
    case 'unreadable':
      return { message: `${path} cannot be read.`, help: 'Check its file permissions.' };
  }
}

/**
 * The advice for a path or a reference without a target. If it contains `\`, as on Windows, that is the likely cause.
 */
export function adviseOnSpelling(written: string, otherwise: string): string {
  return written.includes('\\') ? 'Write `/` in place of `\\`.' : otherwise;
}
