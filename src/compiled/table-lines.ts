import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import type { Digest } from './digest.ts';
import { tableFormat } from './manifest.ts';
import type { PackedTable } from './compiled.ts';

/** A table that was read from its lines. Every part and the manifest match their digests. */
export interface TableLines {
  readonly apis: ReadonlyMap<Digest, string>;
  readonly digest: Digest;
  readonly format: unknown;
  readonly manifest: unknown;
}

const start = '{"apis":{';
const partStart = /^"(sha256:[0-9a-f]{64})":/;
const lengthOfKey = '"sha256:":'.length + 64;
const end = /^\},"digest":"(sha256:[0-9a-f]{64})","format":(\d+),"manifest":$/;

/**
 * The file of a table, piece by piece: canonical JSON, except that each part and the manifest have a line of their
 * own.
 */
export function* tableLines({ manifest, apis, digest }: PackedTable): Generator<string> {
  yield `${start}\n`;
  const keys = [...apis.keys()].toSorted();
  for (const [index, key] of keys.entries()) {
    yield `${JSON.stringify(key)}:${apis.get(key) ?? ''}${index < keys.length - 1 ? ',' : ''}\n`;
  }
  yield `},"digest":${JSON.stringify(digest)},"format":${tableFormat},"manifest":\n`;
  yield `${canonicalJson(manifest)}\n}\n`;
}

/**
 * Reads the lines of a table and verifies their digests on the original bytes, in a tenth of the time that serialising
 * every part again would take. Undefined if the layout is not that of `tableLines`, or a digest does not match.
 */
export function readTableLines(file: string | Uint8Array): TableLines | undefined {
  const lines = splitLines(typeof file === 'string' ? new TextEncoder().encode(file) : file);
  if (lines.length < 5 || textOf(lines[0]) !== start) return undefined;
  const [middle, manifest, last, rest] = lines.slice(-4);
  const found = end.exec(textOf(middle));
  if (!found || !manifest || textOf(last) !== '}' || rest?.length !== 0) return undefined;
  const apis = readParts(lines.slice(1, -4));
  if (!apis || digestOfBytes(manifest) !== found[1]) return undefined;
  return { apis, digest: found[1], format: Number(found[2]), manifest: parse(manifest) };
}

function readParts(lines: readonly Uint8Array[]): ReadonlyMap<Digest, string> | undefined {
  const parts = new Map<Digest, string>();
  for (const [index, line] of lines.entries()) {
    const key = partStart.exec(textOf(line.subarray(0, lengthOfKey)))?.[1] as Digest | undefined;
    const isLast = index === lines.length - 1;
    const text = line.subarray(lengthOfKey, isLast ? line.length : -1);
    const isClosed = isLast || line.at(-1) === comma;
    if (key === undefined || !isClosed || parts.has(key) || digestOfBytes(text) !== key) return undefined;
    parts.set(key, textOf(text));
  }
  return parts;
}

const lineFeed = 10;
const comma = 44;

function splitLines(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let to = bytes.indexOf(lineFeed); to !== -1; to = bytes.indexOf(lineFeed, from)) {
    lines.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return [...lines, bytes.subarray(from)];
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function textOf(bytes: Uint8Array | undefined): string {
  return decoder.decode(bytes);
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(textOf(bytes));
}

function digestOfBytes(bytes: Uint8Array): Digest {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
