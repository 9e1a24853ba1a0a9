import type { SourceLocation } from '../../../source/source-location.ts';
import type { ApprovedFinding, LocatedChange, PlanFinding, PlanReport } from '../../plan/plan-report.ts';
import type { HumanViewContext } from '../lint/human.ts';
import { sortWorstFirst } from '../render-counts.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { type MarkdownSection, renderMarkdownSections } from './markdown-sections.ts';
import {
  type AffectedApplication,
  collectAffected,
  cutText,
  groupChanges,
  mayBreakCallers,
  nameSubject,
  shownOperations,
  shownLocation,
  renderValues,
  signs,
  takeMost,
} from './plan-changes.ts';
import {
  describeLack,
  describeNothing,
  describeSides,
  howToApprove,
  renderPlanSummary,
  summarizePlan,
} from './plan-summary.ts';

type Context = Pick<HumanViewContext, 'show'>;

/** The marker by which a pipeline finds its earlier comment. */
const marker = '<!-- gatewright-plan -->';
/** GitHub takes 65,536 characters of a comment; some are reserved for the text around the plan. */
const maxCommentLength = 60_000;
/** The maximum length of a text before its escapes, so that none takes the space of others. */
const maxTextLength = 500;
const few = 5;

/**
 * A plan as a comment of a pull request, below `most` characters: the verdict and who is affected, forbidden changes,
 * breaking changes, and folded all others. Text of users is only text in it.
 */
export function renderPlanMarkdown(report: PlanReport, context: Context, most = maxCommentLength): string {
  const opening = [
    marker,
    `## gatewright plan: ${renderVerdict(report)}`,
    `For ${escape(describeSides(report))}.`,
  ];
  const blocks = [...opening, ...renderOpening(report)].join('\n\n');
  const sections = renderMarkdownSections(listSections(report, context), most - blocks.length);
  return `${[blocks, ...sections].join('\n\n')}\n`;
}

function renderVerdict(report: PlanReport): string {
  const { forbidden, breaking, risky, approved, affected, warnings } = summarizePlan(report);
  if (!report.changes) return 'the head does not compile';
  if (forbidden > 0) return 'forbidden';
  if (breaking > 0) return `${breaking} breaking ${breaking === 1 ? 'change' : 'changes'}`;
  if (risky > 0) return `${risky} risky ${risky === 1 ? 'change' : 'changes'}`;
  if (approved > 0) return 'allowed by approval';
  // No contract breaks, but for those who lose access "nothing breaks" would be false.
  if (affected > 0) return `${affected} ${affected === 1 ? 'application is' : 'applications are'} affected`;
  if (report.changes.length > 0) return 'nothing breaks';
  if (warnings > 0) return `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
  return report.base.digest === report.head.digest ? 'nothing changes' : 'nothing to show';
}

function renderOpening(report: PlanReport): readonly string[] {
  const { changes, findings, approved } = report;
  if (!changes) return ['Fix the errors of the head first: until then nothing is compared.'];
  const lack = escape(describeLack(report));
  if (changes.length + findings.length + approved.length === 0) return [lack || describeNothing(report)];
  return [...(lack === '' ? [] : [lack]), `**${renderPlanSummary(summarizePlan(report))}**`];
}

/** The most important ones first, since they displace the others. */
function listSections(
  { changes = [], findings, approved }: PlanReport,
  context: Context,
): readonly MarkdownSection[] {
  const sorted = groupChanges(changes).flat();
  const reported = new Set(findings.flatMap((finding) => finding.changes ?? []));
  // Anything forbidden by a single change is already listed with it.
  const isLeft = (change: LocatedChange) => mayBreakCallers(change) && !reported.has(change.fingerprint);
  const grave = sorted.filter(isLeft);
  const others = sorted.filter((change) => !isLeft(change));
  const rest = `${grave.length > 0 ? 'other ' : ''}${others.length === 1 ? 'change' : 'changes'}`;
  return [
    listFindings(findings, context),
    listAffected(collectAffected(changes)),
    { ...listChanges(grave, context), title: 'Changes that may break callers' },
    { ...reportApproved(approved), title: `Approved (${approved.length})` },
    { ...listChanges(others, context), title: `${others.length} ${rest}`, isFolded: true },
  ];
}

function listFindings(findings: readonly PlanFinding[], context: Context): MarkdownSection {
  const isApprovable = findings.some(
    ({ severity, changes = [] }) => severity === 'error' && changes.length > 0,
  );
  return {
    title: 'Findings',
    ...(isApprovable && { note: escape(howToApprove) }),
    columns: ['Severity', 'Rule', 'Finding', 'Where'],
    rows: sortWorstFirst(findings).map((one) => () => [
      one.severity,
      escape(one.code),
      [
        escape(one.message),
        ...(one.help === undefined ? [] : [escape(one.help)]),
        ...renderFingerprints(one),
      ].join('<br>'),
      renderPlace(one.at, one.isInBase ?? false, context),
    ]),
  };
}

function renderFingerprints({ severity, changes = [] }: PlanFinding): readonly string[] {
  if (severity !== 'error' || changes.length === 0) return [];
  const { shown, left } = takeMost(changes, few);
  const written = shown.map((change) => `<code>${escape(change)}</code>`).join(', ');
  return [`Fingerprint: ${written}${left === 0 ? '' : ` and ${left} more`}`];
}

function listAffected(affected: readonly AffectedApplication[]): MarkdownSection {
  return {
    title: 'Affected applications',
    columns: ['Application', 'Owner', 'Impact'],
    rows: affected.map(({ application, owner, effects }) => () => {
      const { shown, left } = takeMost(effects, few);
      const lines = [...shown.map(escape), ...(left === 0 ? [] : [`and ${left} more`])];
      return [escape(application), escape(owner), lines.join('<br>')];
    }),
  };
}

function listChanges(changes: readonly LocatedChange[], context: Context): Omit<MarkdownSection, 'title'> {
  return {
    columns: ['', 'What', 'Change', 'Where'],
    rows: changes.map((change) => () => {
      const { action, subject, compatibility } = change;
      const place = shownLocation(change);
      return [
        `<code>${signs[action]}</code>`,
        escape(nameSubject(subject)),
        [...describeChange(change), ...(mayBreakCallers(change) ? [`**${compatibility}**`] : [])].join(
          '<br>',
        ),
        place ? renderPlace(place.at, place.isInBase, context) : '',
      ];
    }),
  };
}

function describeChange(change: LocatedChange): readonly string[] {
  const { message } = change;
  const values = renderValues(change);
  const { shown, left } = takeMost(shownOperations(change), few);
  const where = `at ${shown.map(escape).join(', ')}${left === 0 ? '' : ` and ${left} more`}`;
  return [
    escape(message),
    ...(values === undefined ? [] : [escape(values)]),
    ...(shown.length === 0 ? [] : [where]),
  ];
}

function reportApproved(approved: readonly ApprovedFinding[]): Omit<MarkdownSection, 'title'> {
  return {
    columns: ['Rule', 'Finding', 'Approved by', 'Reason'],
    rows: approved.map(
      ({ finding, reason, approvedBy }) =>
        () =>
          [finding.code, finding.message, approvedBy, reason].map(escape),
    ),
  };
}

function renderPlace({ file, line }: SourceLocation, isInBase: boolean, { show }: Context): string {
  return `${escape(`${show(file)}:${line}`)}${isInBase ? ' in the base' : ''}`;
}

function escape(text: string): string {
  return escapeMarkdown(cutText(text, maxTextLength));
}
