import { count } from '#compiler/plan/wording/describe-quantity.ts';
import type { PlanReport } from '../plan-report.ts';
import { listWords } from '../../views/render-counts.ts';
import {
  type EntryVerdict,
  entryVerdicts,
  listEntries,
  ownFindings,
  type PlanEntry,
} from './plan-entries.ts';

/** The entries of one verdict. */
export interface PlanSection {
  readonly verdict: EntryVerdict;
  readonly title: string;
  /** Advice that applies to several entries, one sentence each. */
  readonly notes: readonly string[];
  readonly entries: readonly PlanEntry[];
}

const titles: Readonly<Record<EntryVerdict, string>> = {
  relaxed: 'Rules that forbid less now',
  forbidden: 'Forbidden',
  approved: 'Approved',
  permitted: 'May break callers of live versions',
  breaking: 'Breaking, but not in a live version',
  risky: 'Risky, but not in a live version',
  warning: 'Warnings',
  sensitive: 'Sensitive: where calls go, who may call, what is checked',
  other: 'Other changes',
};

const howToApprove =
  'To allow a forbidden change, add its rule, its fingerprint, a reason and the approver to `gatewright-approvals.yaml`.';

/** The sections of a plan that have entries, the most severe verdict first. */
export function listSections(report: PlanReport): readonly PlanSection[] {
  const entries = listEntries(report);
  const sections = entryVerdicts.map((verdict): PlanSection => {
    const ofVerdict = entries.filter((entry) => entry.verdict === verdict);
    return {
      verdict,
      title:
        verdict === 'permitted'
          ? `${titles.permitted}, but ${listLowered(ofVerdict)}`
          : titleOf(verdict, report, { others: ofVerdict.length, all: entries.length }),
      notes: notesOn(ofVerdict),
      entries: ofVerdict,
    };
  });
  return sections.filter((section) => section.entries.length > 0);
}

/** `allowed since breaking-change-in-version is off in gateway.config.yaml` */
export function listLowered(entries: readonly PlanEntry[]): string {
  const rules = entries.flatMap(({ changes }) => changes.flatMap(({ loweredRule }) => loweredRule ?? []));
  const reasons = new Set(rules.map(({ rule, severity }) => `${rule} is ${howLow[severity]}`));
  return `allowed since ${listWords([...reasons], 'and')} in gateway.config.yaml`;
}

const howLow = { off: 'off', info: 'only an info', warning: 'only a warning', error: 'an error' } as const;

function titleOf(
  verdict: EntryVerdict,
  { changes }: PlanReport,
  { others, all }: { readonly others: number; readonly all: number },
): string {
  if (verdict === 'forbidden' && !changes) return 'Errors';
  return verdict === 'other' ? count(others, others < all ? 'other change' : 'change') : titles[verdict];
}

/** The advice of findings of which only the changes are shown, each text once, and how to approve forbidden changes. */
function notesOn(entries: readonly PlanEntry[]): readonly string[] {
  const hidden = entries.flatMap((entry) => {
    const own = new Set(ownFindings(entry));
    return entry.findings.filter((finding) => !own.has(finding));
  });
  const advice = new Set(hidden.flatMap(({ help }) => help ?? []));
  return [...advice, ...(entries.some(isApprovable) ? [howToApprove] : [])];
}

function isApprovable({ verdict, findings }: PlanEntry): boolean {
  return verdict === 'forbidden' && findings.some(({ changes = [] }) => changes.length > 0);
}
