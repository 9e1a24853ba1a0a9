import type { SourceLocation } from '../../../source/source-location.ts';
import type { Affected } from '../../../compiler/plan/change.ts';
import type { SourceLinks } from '../../comment/source-links.ts';
import type { LocatedChange, PlanFinding, PreviousVersion } from '../../plan/plan-report.ts';
import type { HumanViewContext } from '../lint/human.ts';
import { listWords } from '../render-counts.ts';
import { describeChange } from './describe-change.ts';
import { renderCode, renderProse } from './markdown-prose.ts';
import type { ShownChange } from './merge-enum-values.ts';
import { cutText, nameSubject, sensitivities, shownLocation, takeMost } from './plan-changes.ts';
import type { PlanEntry } from './plan-entries.ts';

/** The names of files, and their pages on a host if it is known. */
export interface PlanMarkdownContext extends Pick<HumanViewContext, 'show'> {
  readonly links?: SourceLinks;
}

/** The maximum length of a text before its escapes, so that none takes the space of others. */
const maxTextLength = 500;
const few = 5;

/** An entry as an item of a list: what changes, and below it who is affected and what a reviewer can do. */
export function renderEntry(entry: PlanEntry, context: PlanMarkdownContext): string {
  const { changes, findings, approved, verdict } = entry;
  const messages = changes.flatMap(({ members }) => members.map(({ message }) => message));
  // Most findings repeat the change that they are about.
  const isRepeated = ({ message }: PlanFinding) => messages.some((known) => message.includes(known));
  const own = [...findings, ...approved.map(({ finding }) => finding)].filter((one) => !isRepeated(one));
  const heads = [
    ...own.map((finding) => renderFinding(finding, changes.length === 0, context)),
    ...changes.map((change) => renderChange(change, verdict, context)),
  ];
  const lines = [
    ...changes.flatMap(({ breaksPrevious }) => (breaksPrevious ? renderPrevious(breaksPrevious) : [])),
    ...renderAffected(entry, own.length > 0),
    ...renderFingerprints(findings),
    ...approved.map(
      ({ approvedBy, reason }) => `Approved by ${prose(approvedBy)}: ${prose(reason.replace(/\.$/, ''))}.`,
    ),
  ];
  return [...heads, ...lines].join('<br>\n');
}

function renderFinding(finding: PlanFinding, isAlone: boolean, context: PlanMarkdownContext): string {
  const { code, message, help, at, isInBase = false } = finding;
  const where = isAlone ? ` (${renderPlace(at, isInBase, context)})` : '';
  const advice = help === undefined ? '' : ` ${prose(help)}`;
  return `**${prose(code)}**: ${prose(message)}${advice}${where}${isAlone ? renderDeployments(finding) : ''}`;
}

function renderChange(
  change: ShownChange,
  verdict: PlanEntry['verdict'],
  context: PlanMarkdownContext,
): string {
  const { subject, compatibility, sensitive } = change;
  const { operations, text } = describeChange(change);
  const place = shownLocation(change);
  const isMarked = verdict === 'forbidden' || verdict === 'approved';
  const notes = [
    ...(isMarked && compatibility === 'risky' ? ['risky'] : []),
    ...(sensitive && verdict !== 'other' ? [sensitivities[sensitive]] : []),
  ];
  return [
    `**${prose(subject.kind === 'Api' ? subject.name : nameSubject(subject))}**`,
    operations.length === 0 ? '' : `, ${renderOperations(operations)}`,
    `${text.startsWith('was ') ? '' : ':'} ${prose(text)}`,
    notes.length === 0 ? '' : ` – *${notes.join(', ')}*`,
    place ? ` (${renderPlace(place.at, place.isInBase, context)})` : '',
    renderDeployments(change),
  ].join('');
}

function renderOperations(operations: readonly string[]): string {
  const { shown, left } = takeMost(operations, few);
  const written = shown.map((operation) => renderCode(cutText(operation, maxTextLength)));
  return `${written.join(', ')}${left === 0 ? '' : ` and ${left} more`}`;
}

function renderDeployments({ deployments }: Pick<LocatedChange, 'deployments'>): string {
  return deployments ? ` Only in ${listWords(deployments.map(renderCode), 'and')}.` : '';
}

/** What a new version breaks for those who move to it. */
function renderPrevious({ api, changes }: PreviousVersion): readonly string[] {
  if (changes.length === 0) return [`Breaks nothing of ${renderCode(api)}.`];
  const { shown, left } = takeMost(changes, 2 * few);
  const rows = shown.map(({ message, compatibility }) => {
    const note = compatibility === 'risky' ? ' – *risky*' : '';
    return `· ${prose(message.replace(/\.$/, ''))}${note}`;
  });
  return [
    `Breaks for callers of ${renderCode(api)} that move to it:`,
    ...rows,
    ...(left === 0 ? [] : [`· and ${left} more`]),
  ];
}

/**
 * The affected applications by effect. That calls of a broken operation may fail is clear, and so is what a finding
 * explains.
 */
function renderAffected({ changes, verdict }: PlanEntry, isExplained: boolean): readonly string[] {
  const affected = changes.flatMap((change) => change.affected);
  if (affected.length === 0) return verdict === 'sensitive' ? ['No application is affected.'] : [];
  const groups = Map.groupBy(affected, ({ effect }) =>
    isExplained || effect.startsWith('may fail at ') ? '' : effect,
  );
  const { shown, left } = takeMost([...groups], few);
  const lines = shown.map(
    ([effect, all]) => `Affects ${nameApplications(all)}${effect === '' ? '' : `: ${prose(effect)}`}.`,
  );
  return [...lines, ...(left === 0 ? [] : [`And ${left} more effects.`])];
}

function nameApplications(affected: readonly Affected[]): string {
  const names = affected.map(({ application, owner }) => `${prose(application)} (${prose(owner)})`);
  const { shown, left } = takeMost([...new Set(names)], 2 * few);
  return `${shown.join(', ')}${left === 0 ? '' : ` and ${left} more`}`;
}

function renderFingerprints(findings: readonly PlanFinding[]): readonly string[] {
  const forbidden = findings.filter(({ severity }) => severity === 'error');
  const byRule = Map.groupBy(forbidden, ({ code }) => code);
  return [...byRule].flatMap(([rule, ofRule]) => {
    const all = [...new Set(ofRule.flatMap(({ changes = [] }) => changes))];
    const { shown, left } = takeMost(all, 2 * few);
    const written = shown.map(renderCode).join(', ');
    return all.length === 0
      ? []
      : [`To approve: ${renderCode(rule)}, fingerprint ${written}${left === 0 ? '' : ` and ${left} more`}`];
  });
}

function renderPlace(at: SourceLocation, isInBase: boolean, { show, links }: PlanMarkdownContext): string {
  const file = show(at.file);
  const text = cutText(`${file}:${at.line}`, maxTextLength);
  const url = links?.urlOf(file, at.line, isInBase ? 'base' : 'head');
  const shown = url === undefined ? renderCode(text) : `[${renderCode(text)}](${url})`;
  return `${shown}${isInBase ? ' in the base' : ''}`;
}

function prose(text: string): string {
  return renderProse(cutText(text, maxTextLength));
}
