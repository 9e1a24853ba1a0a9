import { isJsonObject, memberOf } from '../../../compiled/json.ts';
import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import { listOperationIds } from '../../../openapi/operation-ids.ts';
import type { SourceLocation } from '../../../source/source-location.ts';
import { appendPointer, splitPointer } from '../../../source/place.ts';
import type { KnownFinding } from '../../workspace/suppressions.ts';
import { fingerprintsBefore } from '../fingerprint.ts';
import { oncePer } from '../once-per.ts';
import { digestOf, type FoundIn } from './identify-finding.ts';

/** The keys that findings ask to rename, as `file document pointer`. */
type AskedKeys = ReadonlySet<string>;

/** The keys that some findings ask to rename: each is the place of a finding whose message quotes a part of it. */
export function findAskedKeys(findings: readonly Diagnostic[], sources: FoundIn): AskedKeys {
  return new Set(
    findings.flatMap(({ at, message }) => {
      const key = splitPointer(at.pointer).at(-1);
      const isQuoted = [...message.matchAll(/`([^`]+)`/g)].some(([, part = '']) => key?.includes(part));
      if (!isQuoted || unquote(sources.textAt(at)) !== key) return [];
      return [nameKey(at.file, indexOf(at, sources), at.pointer)];
    }),
  );
}

/** What identifies the content of the keys at and above a finding that may be renamed, by their pointers. */
export function digestAskedKeys(
  { at }: Diagnostic,
  asked: AskedKeys,
  sources: FoundIn,
): Readonly<Record<string, string>> {
  const keys: Record<string, string> = {};
  const { index = 0, value: root } = sources.documentAt(at) ?? {};
  let value = root;
  let pointer = '';
  for (const token of splitPointer(at.pointer)) {
    value = memberOf(value, token);
    pointer = appendPointer(pointer, token);
    if (asked.has(nameKey(at.file, index, pointer))) keys[pointer] = digestContent(value);
  }
  return keys;
}

/** Of findings, those that a baseline knows below a key that had another name. */
export function matchRenamed(
  entries: readonly KnownFinding[],
  found: readonly Diagnostic[],
  sources: FoundIn,
): ReadonlySet<Diagnostic> {
  const known = new Set<Diagnostic>();
  const renamable = entries.filter(({ keys }) => keys !== undefined);
  if (renamable.length === 0) return known;
  const byPlace = Map.groupBy(found, ({ code, at }) =>
    nameKey(`${code} ${at.file}`, indexOf(at, sources), at.pointer),
  );
  const roots = new Map(
    found.map(({ at }) => [nameKey(at.file, indexOf(at, sources), ''), sources.documentAt(at)?.value]),
  );
  for (const entry of renamable) {
    const { rule, file, document = 0 } = entry;
    const renamed = findNewName(entry, roots.get(nameKey(file, document, '')));
    const same = renamed ? byPlace.get(nameKey(`${rule} ${file}`, document, renamed.pointer)) : undefined;
    const match = same?.find(
      (one) => !known.has(one) && fingerprintsBefore(one, sources, renamed!).includes(entry.fingerprint),
    );
    if (match) known.add(match);
  }
  return known;
}

/** A finding's pointer now, and the key in it that had another name before. */
interface RenamedKey {
  readonly pointer: string;
  readonly pointerBefore: string;
  readonly key: string;
  readonly keyBefore: string;
}

/** The key with the same content next to one that has been removed. */
function findNewName(
  { keys = {}, pointer: pointerBefore }: KnownFinding,
  root: unknown,
): RenamedKey | undefined {
  const [before] = Object.keys(keys).toSorted((a, b) => a.length - b.length);
  if (before === undefined) return undefined;
  const above = splitPointer(before).slice(0, -1);
  const keyBefore = splitPointer(before).at(-1) ?? '';
  const parent = above.reduce<unknown>(memberOf, root);
  if (!isJsonObject(parent) || Object.hasOwn(parent, keyBefore)) return undefined;
  const key = keysByContent(parent).get(keys[before] ?? '');
  if (key === undefined) return undefined;
  const pointer = appendPointer('', ...above, key) + pointerBefore.slice(before.length);
  return { pointer, pointerBefore, key, keyBefore };
}

const keysByContent = oncePer(
  (parent: object): ReadonlyMap<string, string> =>
    new Map(Object.entries(parent).map(([key, value]) => [digestContent(value), key])),
);

/** Operations are known by their ids, so that other fixes below the key do not matter; anything else by its content. */
function digestContent(value: unknown): string {
  const ids = listOperationIds(value);
  return digestOf(ids.length > 0 ? ids : value);
}

function indexOf(at: SourceLocation, sources: FoundIn): number {
  return sources.documentAt(at)?.index ?? 0;
}

function nameKey(file: string, document: number, pointer: string): string {
  return `${file} ${document} ${pointer}`;
}

function unquote(text: string): string {
  return text.replaceAll(/^["']|["']$/g, '');
}
