import { isJsonObject, memberOf } from '#compiled/json.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { listOperationIds } from '#openapi/operation-ids.ts';
import type { SourceLocation } from '#source/source-location.ts';
import { appendPointer, splitPointer, withEnclosing } from '#source/place.ts';
import type { KnownFinding } from '#compiler/workspace/suppressions.ts';
import { fingerprintsBefore } from '../fingerprint.ts';
import { oncePer } from '../once-per.ts';
import { haveSameWords } from '../words/split-words.ts';
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

/**
 * Of findings, those that a baseline knows below a key that had another name. `entries` are those of the baseline that
 * were not found in another way.
 */
export function matchRenamed(
  entries: readonly KnownFinding[],
  found: readonly Diagnostic[],
  sources: FoundIn,
  baseline: readonly KnownFinding[],
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
  const newNames = new NewNames(baseline);
  for (const entry of renamable) {
    const { rule, file, document = 0 } = entry;
    const renamed = newNames.find(entry, roots.get(nameKey(file, document, '')));
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

/** The new names of removed keys: each is that of a key with the same content, and of one removed key only. */
class NewNames {
  /** The keys that a baseline names, which are not new, and those that are new names already. */
  readonly #taken: Set<string>;
  readonly #chosen = new Map<string, string | undefined>();

  constructor(baseline: readonly KnownFinding[]) {
    this.#taken = new Set(
      baseline.flatMap(({ file, document = 0, pointer }) =>
        withEnclosing(pointer).map((one) => nameKey(file, document, one)),
      ),
    );
  }

  find(
    { keys = {}, pointer: pointerBefore, file, document = 0 }: KnownFinding,
    root: unknown,
  ): RenamedKey | undefined {
    const [before] = Object.keys(keys).toSorted((a, b) => a.length - b.length);
    if (before === undefined) return undefined;
    const above = splitPointer(before).slice(0, -1);
    const keyBefore = splitPointer(before).at(-1) ?? '';
    const parent = above.reduce<unknown>(memberOf, root);
    if (!isJsonObject(parent) || Object.hasOwn(parent, keyBefore)) return undefined;
    const nameOf = (key: string) => nameKey(file, document, appendPointer('', ...above, key));
    const place = nameOf(keyBefore);
    if (!this.#chosen.has(place)) {
      const alike = keysByContent(parent).get(keys[before] ?? '') ?? [];
      this.#chosen.set(place, this.#choose(alike, keyBefore, nameOf));
    }
    const key = this.#chosen.get(place);
    if (key === undefined) return undefined;
    const pointer = appendPointer('', ...above, key) + pointerBefore.slice(before.length);
    return { pointer, pointerBefore, key, keyBefore };
  }

  /** The one that is spelt alike, or else the first. */
  #choose(keys: readonly string[], before: string, nameOf: (key: string) => string): string | undefined {
    const free = keys.filter((key) => !this.#taken.has(nameOf(key)));
    const key = free.find((one) => haveSameWords(one, before)) ?? free[0];
    if (key !== undefined) this.#taken.add(nameOf(key));
    return key;
  }
}

const keysByContent = oncePer((parent: object): ReadonlyMap<string, readonly string[]> =>
  Map.groupBy(Object.keys(parent), (key) => digestContent(memberOf(parent, key))),
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
