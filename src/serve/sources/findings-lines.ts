import { digestOf, type Digest } from '#compiled/digest.ts';
import type { PackedJson } from '../served/packed-json.ts';

/** What a line contains: a packed definition by its path, or the digests of all files without declarations. */
export type FindingsEntry =
  | { readonly path: string; readonly packed: PackedJson }
  | { readonly withoutDeclarations: readonly (readonly [string, Digest])[] };

/**
 * A line of a findings file. It begins with a digest, which proves that it was written completely, by this version of the
 * program.
 */
export interface FindingsLine {
  readonly text: string;
  readonly entry: FindingsEntry;
}

const lineEnd = 0x0a;
const lengthOfDigest = digestOf('').length;

/** Renders a line; the line end before it separates it from one that was not written completely. */
export function renderLine(entry: FindingsEntry, engine: string): string {
  const content = JSON.stringify(
    'packed' in entry
      ? [entry.path, Buffer.from(entry.packed).toString('base64')]
      : entry.withoutDeclarations,
  );
  const kind = 'packed' in entry ? 'definition' : 'files';
  const line = `${kind} ${content}`;
  return `\n${proof(line, engine)} ${line}`;
}

/** The lines of a findings file one by one, since all texts together take much memory; undefined for one without proof. */
export function* readLines(file: Buffer, engine: string): Generator<FindingsLine | undefined> {
  for (let start = 0, end = 0; start < file.length; start = end + 1) {
    const next = file.indexOf(lineEnd, start);
    end = next === -1 ? file.length : next;
    if (end > start) yield readLine(file.toString('utf8', start, end), engine);
  }
}

function readLine(text: string, engine: string): FindingsLine | undefined {
  const line = text.slice(lengthOfDigest + 1);
  if (text.slice(0, lengthOfDigest) !== proof(line, engine)) return undefined;
  const at = line.indexOf(' ');
  const content = JSON.parse(line.slice(at)) as unknown;
  if (!line.startsWith('definition ')) {
    return { text, entry: { withoutDeclarations: content as [string, Digest][] } };
  }
  const [path, packed] = content as [string, string];
  return { text, entry: { path, packed: new Uint8Array(Buffer.from(packed, 'base64')) } };
}

function proof(line: string, engine: string): Digest {
  return digestOf(`${engine}\n${line}`);
}
