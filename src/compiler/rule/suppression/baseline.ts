import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { KnownFinding } from '#compiler/workspace/suppressions.ts';
import { oncePer } from '../once-per.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { digestAskedKeys, findAskedKeys, matchRenamed } from './renamed-keys.ts';
import { identifyFinding, type FoundIn } from './identify-finding.ts';

interface KnownMatch {
  readonly known: readonly Diagnostic[];
  readonly unknown: readonly Diagnostic[];
  /** How many of the known findings were not found again. */
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
 * Separates known findings from new ones. Each known finding matches one: that in an unchanged
 * list item, wherever it is in its list now, or else that at the same pointer, or else that below a key that was renamed.
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

/** A diagnostic is about one state of its file, so that its names never change. */
function namesOfFound(diagnostic: Diagnostic, fingerprint: string, sources: FoundIn): readonly string[] {
  const known = namesByDiagnostic.get(diagnostic);
  if (known) return known;
  const names = nameFinding(identifyFinding(diagnostic, fingerprint, sources));
  namesByDiagnostic.set(diagnostic, names);
  return names;
}

/** In rounds, one for each kind of name, so that an unchanged finding is never taken for another. */
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
 * The names by which a finding may be known again: for each list item that contains it, the outermost first, one that
 * describes the item instead of its index; and last the pointer itself.
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

/** The baseline of some findings: JSON, a line for each of them in the order of their places, so that a change is a few lines. */
export function writeBaseline(findings: readonly Diagnostic[], sources: FoundIn): string {
  return extendBaseline([], findings, sources);
}

/** The baseline of some known findings, which stay as they are, and of new ones. */
export function extendBaseline(
  before: readonly KnownFinding[],
  findings: readonly Diagnostic[],
  sources: FoundIn,
): string {
  const asked = findAskedKeys(findings, sources);
  const found = findings.map((one): KnownFinding => {
    const keys = digestAskedKeys(one, asked, sources);
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
