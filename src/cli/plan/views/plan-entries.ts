import type { ApprovedFinding, PlanFinding, PlanReport } from '../plan-report.ts';
import { sortWorstFirst } from '../../views/render-counts.ts';
import { mergeEnumValues, type ShownChange } from './merge-enum-values.ts';
import { groupChanges } from './plan-changes.ts';

/** Changes that are decided together, with their findings and approvals. Each change is in one entry. */
export interface PlanEntry {
  readonly verdict: EntryVerdict;
  /** Empty for a finding that is not about a change. */
  readonly changes: readonly ShownChange[];
  /** The findings without an approval, the most severe first. */
  readonly findings: readonly PlanFinding[];
  readonly approved: readonly ApprovedFinding[];
}

/** Why an entry is shown, from the most severe reason to none. */
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
 * The entries of a plan, sorted by verdict; then breaking before risky before other changes; then changes that affect
 * applications first, and changes of texts last.
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

/** The most severe compatibility of the changes of an entry; undefined if none may break callers. */
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

/** Whether the changes of an entry affect applications, or only texts. */
function impactOf({ changes }: PlanEntry): (typeof impacts)[number] {
  if (changes.some(({ affected }) => affected.length > 0)) return 'applications';
  const isText = changes.length > 0 && changes.every(({ compatibility }) => compatibility === 'text');
  return isText ? 'texts' : 'none known';
}

/** The findings of an entry that add information to its changes; most findings only repeat the message of a change. */
export function ownFindings({ changes, findings, approved }: PlanEntry): readonly PlanFinding[] {
  const messages = changes.flatMap(({ members }) => members.map(({ message }) => message));
  const all = [...findings, ...approved.map(({ finding }) => finding)];
  return all.filter(({ message }) => !messages.some((known) => message.includes(known)));
}
