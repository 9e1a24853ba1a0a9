import { count } from '../../../compiler/plan/wording/describe-quantity.ts';
import { isUnchanged, type PlanReport, type PlanSide } from '../../plan/plan-report.ts';
import { type MarkdownList, renderMarkdownLists } from './markdown-lists.ts';
import { renderProse } from './markdown-prose.ts';
import { type EntryVerdict, entryVerdicts, gravityOf, listEntries, type PlanEntry } from './plan-entries.ts';
import { type PlanMarkdownContext, renderEntry } from './render-entry.ts';
import {
  describeLack,
  describeLint,
  describeNothing,
  describeSides,
  howToApprove,
  renderPlanSummary,
  summarizePlan,
} from './plan-summary.ts';

/** The marker by which a pipeline finds its earlier comment. */
const marker = '<!-- gatewright-plan -->';
/** GitHub takes 65,536 characters of a comment; some are reserved for the text around the plan. */
const maxCommentLength = 60_000;

/**
 * A plan as a comment of a pull request, below `most` characters: the verdict, then each change once, the gravest first,
 * with who is affected and what its approval needs; what no reviewer has to decide is folded. Text of users is only text
 * or code in it.
 */
export function renderPlanMarkdown(
  report: PlanReport,
  context: PlanMarkdownContext,
  most = maxCommentLength,
): string {
  const entries = listEntries(report);
  const blocks = [
    marker,
    `## ${renderVerdict(report, entries)} (${describeHead(report.head, context)})`,
    ...renderOpening(report),
  ].join('\n\n');
  const lists = renderMarkdownLists(listSections(entries, context), most - blocks.length);
  return `${[blocks, ...lists].join('\n\n')}\n`;
}

function renderVerdict(report: PlanReport, entries: readonly PlanEntry[]): string {
  if (!report.changes) return 'The head does not compile';
  const of = (verdict: EntryVerdict) => entries.filter((entry) => entry.verdict === verdict);
  if (of('forbidden').length > 0) return `Forbidden: ${countGravest(of('forbidden'))}`;
  if (of('approved').length > 0) return `Allowed by approval: ${countGravest(of('approved'))}`;
  const grave = [...of('breaking'), ...of('risky')];
  return `Allowed: ${grave.length > 0 ? countGravest(grave) : describeEffect(report)}`;
}

/** `2 breaking changes`, `3 changes, 1 of them breaking`. */
function countGravest(entries: readonly PlanEntry[]): string {
  const [breaking, risky] = (['breaking', 'risky'] as const).map(
    (gravity) => entries.filter((entry) => gravityOf(entry) === gravity).length,
  );
  if (breaking === entries.length) return count(entries.length, 'breaking change');
  if (risky === entries.length) return count(entries.length, 'risky change');
  return `${count(entries.length, 'change')}${breaking ? `, ${breaking} of them breaking` : ''}`;
}

/** No contract breaks, but for those who lose access "nothing breaks" would be false. */
function describeEffect(report: PlanReport): string {
  const { affected, warnings } = summarizePlan(report);
  if (affected > 0) return `${count(affected, 'application')} affected`;
  if (report.changes?.length) return 'nothing breaks';
  if (warnings > 0) return count(warnings, 'warning');
  return isUnchanged(report) ? 'nothing changes' : 'nothing to show';
}

/** The commit by which readers see whether the plan is of the last push. */
function describeHead({ name, commit }: PlanSide, { links }: PlanMarkdownContext): string {
  const isCheckout = commit === undefined || name === 'HEAD';
  const shown = (isCheckout ? links?.commit : undefined) ?? commit;
  return shown?.slice(0, 7) ?? renderProse(name);
}

function renderOpening(report: PlanReport): readonly string[] {
  const { changes, findings, approved } = report;
  const sides = `For ${renderProse(describeSides(report))}.`;
  if (!changes) return [`${sides} Fix the errors of the head first: until then nothing is compared.`];
  const lint = describeLint(report);
  const lack = renderProse(describeLack(report));
  const isNothing = changes.length + findings.length + approved.length === 0;
  const summary = isNothing
    ? lack === ''
      ? describeNothing(report)
      : ''
    : renderPlanSummary(summarizePlan(report));
  return [lint === '' ? '' : `**${lint}**`, `${sides} ${summary}`.trimEnd(), lack].filter(
    (text) => text !== '',
  );
}

const titles: Readonly<Record<EntryVerdict, string>> = {
  forbidden: 'Forbidden',
  approved: 'Approved',
  breaking: 'Breaking, but not in a live version',
  risky: 'Risky, but not in a live version',
  warning: 'Warnings',
  sensitive: 'Sensitive: where calls go, who may call, what is checked',
  other: 'Other changes',
};

/** The most important ones first, since they displace the others. */
function listSections(entries: readonly PlanEntry[], context: PlanMarkdownContext): readonly MarkdownList[] {
  return entryVerdicts.map((verdict) => {
    const shown = entries.filter((entry) => entry.verdict === verdict);
    const isApprovable = verdict === 'forbidden' && shown.some(hasFingerprint);
    return {
      title: verdict === 'other' ? countOthers(shown.length, entries.length) : titles[verdict],
      ...(isApprovable && { note: renderProse(howToApprove) }),
      items: shown.map((entry) => () => renderEntry(entry, context)),
      isFolded: verdict === 'other',
    };
  });
}

function countOthers(others: number, all: number): string {
  return count(others, others < all ? 'other change' : 'change');
}

function hasFingerprint({ findings }: PlanEntry): boolean {
  return findings.some(({ changes = [] }) => changes.length > 0);
}
