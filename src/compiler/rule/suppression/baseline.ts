import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { KnownFinding } from '#compiler/workspace/suppressions.ts';
import { oncePer } from '../once-per.ts';
import { fingerprintOf, fingerprintsBefore } from '../fingerprint.ts';
import { identifyFinding, type FoundIn, digestOf } from './identify-finding.ts';
import { isJsonObject, memberOf } from '#compiled/json.ts';
import { listOperationIds } from '#openapi/operation-ids.ts';
import type { SourceLocation } from '#source/source-location.ts';
import { appendPointer, splitPointer, withEnclosing } from '#source/place.ts';
import { haveSameWords } from '../words/split-words.ts';

/** The keys that findings ask to rename, as `file document pointer`. */
type RequiredKeys = ReadonlySet<string>;

/** A finding's pointer and the renamed key in it, before and after the renaming. */
interface RenamedKey {
  readonly pointer: string;
  readonly pointerBefore: string;
  readonly key: string;
  readonly keyBefore: string;
}

/** Finds the new name of a removed key: a key with the same content that is not the new name of another removed key. */
class NewNames {
  /** Keys that cannot be new names: those in the baseline, and those that are the new name of another key. */
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

  /** The free key with the same words as the removed one, or else the first free key. */
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

interface KnownMatch {
  readonly known: readonly Diagnostic[];
  readonly unknown: readonly Diagnostic[];
  /** The number of known findings that no longer occur. */
  readonly obsolete: number;
}

interface Entry {
  readonly entry: KnownFinding;
  readonly names: readonly string[];
}

interface Candidate {
  readonly diagnostic: Diagnostic;
  readonly names: readonly string[];
}

/**
 * Separates known findings from new ones. Each known finding matches at most one: the finding in an unchanged list
 * item, at any index, otherwise the one at the same pointer, otherwise the one below a renamed key.
 */
export function matchKnownFindings(
  knownFindings: readonly KnownFinding[],
  found: readonly Diagnostic[],
  sources: FoundIn,
): KnownMatch {
  if (knownFindings.length === 0) return { known: [], unknown: found, obsolete: 0 };
  // A count in the file can be huge; no entry can match more findings than were found.
  const entries = knownFindings.flatMap((entry) => {
    const [names, { count = 1 }] = [namesOf(entry), entry];
    return Array.from({ length: Math.min(count, found.length) }, () => ({ entry, names }));
  });
  const fingerprints = new Set(knownFindings.map(({ fingerprint }) => fingerprint));
  const candidates = found.flatMap((diagnostic) => {
    const fingerprint = fingerprintOf(diagnostic, sources);
    if (!fingerprints.has(fingerprint)) return [];
    return [{ diagnostic, names: namesOfFound(diagnostic, fingerprint, sources) }];
  });
  const { known: unchanged, rest } = pairUp(entries, candidates);
  const left = found.filter((one) => !unchanged.has(one));
  const known = new Set([...unchanged, ...matchRenamed(rest, left, sources, knownFindings)]);
  return {
    known: found.filter((one) => known.has(one)),
    unknown: found.filter((one) => !known.has(one)),
    obsolete: knownFindings.reduce((sum, { count = 1 }) => sum + count, 0) - known.size,
  };
}

const namesOf = oncePer(nameFinding);

const namesByDiagnostic = new WeakMap<Diagnostic, readonly string[]>();

/** The names of a finding, cached by diagnostic: it belongs to one state of its file, so its names never change. */
function namesOfFound(diagnostic: Diagnostic, fingerprint: string, sources: FoundIn): readonly string[] {
  const known = namesByDiagnostic.get(diagnostic);
  if (known) return known;
  const names = nameFinding(identifyFinding(diagnostic, fingerprint, sources));
  namesByDiagnostic.set(diagnostic, names);
  return names;
}

/**
 * Pairs entries with findings in rounds, one for each kind of name, so that an unchanged finding always gets its own
 * entry.
 */
function pairUp(
  entries: readonly Entry[],
  candidates: readonly Candidate[],
): { readonly known: ReadonlySet<Diagnostic>; readonly rest: readonly KnownFinding[] } {
  const known = new Set<Diagnostic>();
  let restOfEntries = entries;
  let restOfCandidates = candidates;
  const rounds = candidates.reduce((most, { names }) => Math.max(most, names.length), 0);
  for (let round = rounds; round > 0; round -= 1) {
    const open = Map.groupBy(restOfEntries, ({ names }) => names.at(-round));
    restOfCandidates = restOfCandidates.filter(({ diagnostic, names }) => {
      const name = names.at(-round);
      const pairs = name === undefined ? undefined : open.get(name);
      if (!pairs?.pop()) return true;
      known.add(diagnostic);
      return false;
    });
    restOfEntries = [...open.values()].flat();
  }
  return { known, rest: restOfEntries.map(({ entry }) => entry) };
}

/**
 * The names by which a finding can be recognised later: one for each list item that contains it, outermost first, with
 * a digest of the item instead of its index, and finally one with the pointer itself.
 */
function nameFinding({ fingerprint, document = 0, pointer, items = {} }: KnownFinding): readonly string[] {
  const inItems = Object.entries(items)
    .toSorted(([a], [b]) => a.length - b.length)
    .map(([item, digest]) => {
      const list = item === '' ? [] : [document, item.slice(0, item.lastIndexOf('/'))];
      return JSON.stringify([fingerprint, digest, ...list, pointer.slice(item.length)]);
    });
  return [...inItems, JSON.stringify([fingerprint, document, pointer])];
}

/**
 * The text of a baseline: JSON with one line for each finding, in the order of their places, so that diffs are small.
 */
export function writeBaseline(findings: readonly Diagnostic[], sources: FoundIn): string {
  return extendBaseline([], findings, sources);
}

/** The text of a baseline with known findings, which stay unchanged, and new findings. */
export function extendBaseline(
  before: readonly KnownFinding[],
  findings: readonly Diagnostic[],
  sources: FoundIn,
): string {
  const required = findRequiredKeys(findings, sources);
  const found = findings.map((one): KnownFinding => {
    const keys = digestRequiredKeys(one, required, sources);
    const identity = identifyFinding(one, fingerprintOf(one, sources), sources);
    return Object.keys(keys).length === 0 ? identity : { ...identity, keys };
  });
  const known = [...before, ...found].toSorted(compareFindings);
  const entries = [...Map.groupBy(known, withoutCount)].map(([line, same]) => {
    const count = same.reduce((sum, { count: each = 1 }) => sum + each, 0);
    return count === 1 ? line : `${line.slice(0, -1)},"count":${count}}`;
  });
  const list = entries.length === 0 ? '[]' : `[\n${entries.map((entry) => `    ${entry}`).join(',\n')}\n  ]`;
  return `{\n  "kind": "Baseline",\n  "format": 1,\n  "findings": ${list}\n}\n`;
}

function withoutCount(finding: KnownFinding): string {
  return JSON.stringify({ ...finding, count: undefined });
}

function compareFindings(a: KnownFinding, b: KnownFinding): number {
  return (
    compareText(a.file, b.file) ||
    (a.document ?? 0) - (b.document ?? 0) ||
    compareText(a.pointer, b.pointer) ||
    compareText(a.rule, b.rule) ||
    compareText(a.fingerprint, b.fingerprint)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The keys that findings ask to rename: each is at the location of a finding whose message quotes a part of the key.
 */
function findRequiredKeys(findings: readonly Diagnostic[], sources: FoundIn): RequiredKeys {
  return new Set(
    findings.flatMap(({ at, message }) => {
      const key = splitPointer(at.pointer).at(-1);
      const isQuoted = [...message.matchAll(/`([^`]+)`/g)].some(([, part = '']) => key?.includes(part));
      if (!isQuoted || unquote(sources.textAt(at)) !== key) return [];
      return [nameKey(at.file, indexOf(at, sources), at.pointer)];
    }),
  );
}

/** The digests of the content of the keys at and above a finding that may be renamed, by pointer. */
function digestRequiredKeys(
  { at }: Diagnostic,
  required: RequiredKeys,
  sources: FoundIn,
): Readonly<Record<string, string>> {
  const keys: Record<string, string> = {};
  const { index = 0, value: root } = sources.documentAt(at) ?? {};
  let value = root;
  let pointer = '';
  for (const token of splitPointer(at.pointer)) {
    value = memberOf(value, token);
    pointer = appendPointer(pointer, token);
    if (required.has(nameKey(at.file, index, pointer))) keys[pointer] = digestContent(value);
  }
  return keys;
}

/**
 * The findings that a baseline knows below a key that had another name. `entries` are the entries of the baseline
 * without any other match.
 */
function matchRenamed(
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

/**
 * The digest of a key's content: of its operation ids if it has any, so that other fixes below the key do not change
 * the digest.
 */
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
