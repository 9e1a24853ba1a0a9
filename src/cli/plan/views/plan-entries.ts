import type { ApprovedFinding, PlanFinding, PlanReport } from '../plan-report.ts';
import { sortWorstFirst } from '../../views/render-counts.ts';
import { mergeEnumValues, type ShownChange } from './merge-enum-values.ts';
import { groupChanges } from './plan-changes.ts';

/** The changes that one decision is about, and all that is said about them; each change is in one entry. */
export interface PlanEntry {
  readonly verdict: EntryVerdict;
  /** Empty for a finding that is about no change. */
  readonly changes: readonly ShownChange[];
  /** Of those without an approval, the worst first. */
  readonly findings: readonly PlanFinding[];
  readonly approved: readonly ApprovedFinding[];
}

/** Why an entry is shown, from the gravest reason to none. */
export const entryVerdicts = [
  'relaxed',
  'forbidden',
  'approved',
  'permitted',
  'breaking',
  'risky',
  'warning',
  'sensitive',
  'other',
] as const;

export type EntryVerdict = (typeof entryVerdicts)[number];

type OpenEntry = { [Part in 'changes' | 'findings' | 'approved']: PlanEntry[Part][number][] };

/**
 * All that a plan found, the gravest first: of one verdict, what breaks callers is before what is risky, and the rest
 * after; then what affects applications is before the rest, and what only changes texts is last.
 */
export function listEntries({ changes = [], findings, approved }: PlanReport): readonly PlanEntry[] {
  const rows = groupChanges(mergeEnumValues(changes)).flat();
  const entries = new Map<string, OpenEntry>();
  const all: OpenEntry[] = [];
  const rowKeys = new Map(
    rows.flatMap((row) => row.members.map(({ fingerprint }) => [fingerprint, row.fingerprint] as const)),
  );
  const entryOf = (finding: PlanFinding) => {
    const keys = (finding.ofChanges ?? []).map((change) => rowKeys.get(change) ?? change);
    const known = keys.map((key) => entries.get(key)).find((one) => one !== undefined);
    const entry = known ?? { changes: [], findings: [], approved: [] };
    if (!known) all.push(entry);
    for (const key of keys) if (!entries.has(key)) entries.set(key, entry);
    return entry;
  };
  for (const finding of sortWorstFirst(findings)) entryOf(finding).findings.push(finding);
  for (const one of approved) entryOf(one.finding).approved.push(one);
  for (const row of rows) {
    const known = entries.get(row.fingerprint);
    if (known) known.changes.push(row);
    else all.push({ changes: [row], findings: [], approved: [] });
  }
  return sortEntries(all.map((entry) => ({ ...entry, verdict: verdictOf(entry) })));
}

function verdictOf({ changes, findings, approved }: OpenEntry): EntryVerdict {
  const has = (severity: PlanFinding['severity']) => findings.some((one) => one.severity === severity);
  if (findings.some(({ code }) => code === 'rule-relaxed')) return 'relaxed';
  if (has('error')) return 'forbidden';
  if (approved.length > 0) return 'approved';
  if (changes.some(({ loweredRule }) => loweredRule !== undefined)) return 'permitted';
  if (changes.some(({ compatibility }) => compatibility === 'breaking')) return 'breaking';
  if (changes.some(({ compatibility }) => compatibility === 'risky')) return 'risky';
  if (has('warning')) return 'warning';
  return changes.some(({ sensitive }) => sensitive !== undefined) ? 'sensitive' : 'other';
}

const gravities = ['breaking', 'risky', undefined] as const;

/** The gravest compatibility of the changes of an entry; undefined if none may break callers. */
export function gravityOf({ changes }: Pick<PlanEntry, 'changes'>): 'breaking' | 'risky' | undefined {
  return gravities.find((one) => changes.some(({ compatibility }) => compatibility === one));
}

function sortEntries(entries: readonly PlanEntry[]): readonly PlanEntry[] {
  return entries.toSorted(
    (a, b) =>
      entryVerdicts.indexOf(a.verdict) - entryVerdicts.indexOf(b.verdict) ||
      gravities.indexOf(gravityOf(a)) - gravities.indexOf(gravityOf(b)) ||
      impacts.indexOf(impactOf(a)) - impacts.indexOf(impactOf(b)),
  );
}

const impacts = ['applications', 'none known', 'texts'] as const;

/** The subjects that the changes of an entry affect. */
function impactOf({ changes }: PlanEntry): (typeof impacts)[number] {
  if (changes.some(({ affected }) => affected.length > 0)) return 'applications';
  const isText = changes.length > 0 && changes.every(({ compatibility }) => compatibility === 'text');
  return isText ? 'texts' : 'none known';
}

/** The findings of an entry that say more than its changes; most only repeat the change that they are about. */
export function ownFindings({ changes, findings, approved }: PlanEntry): readonly PlanFinding[] {
  const messages = changes.flatMap(({ members }) => members.map(({ message }) => message));
  const all = [...findings, ...approved.map(({ finding }) => finding)];
  return all.filter(({ message }) => !messages.some((known) => message.includes(known)));
}
