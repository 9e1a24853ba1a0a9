import type { SourceLocation } from '#source/source-location.ts';
import type { Action, Affected } from '#compiler/plan/change.ts';
import type { Destination, LocatedChange, PlanFinding, PreviousVersion } from '../plan-report.ts';
import { closeCode } from '#compiled/names/code-in-text.ts';
import { listWords } from '../../views/render-counts.ts';
import { type DescribedChange, describeChange, describeDifference } from './describe-change.ts';
import type { ShownChange } from './merge-enum-values.ts';
import { cutText, nameSubject, sensitivities, shownLocation, takeMost } from './plan-changes.ts';
import { ownFindings, type PlanEntry } from './plan-entries.ts';

/** How a format writes the pieces of an entry. */
export interface EntryStyle {
  /** Renders a line of text, with code between backticks. */
  readonly prose: (text: string) => string;
  readonly code: (text: string) => string;
  /** The subject of a change, or the rule of a finding. */
  readonly name: (text: string) => string;
  /** Labels that draw a reviewer's attention to a change: `breaking`, `who may call`. */
  readonly notes: (notes: readonly string[]) => string;
  readonly place: (at: SourceLocation, isInBase: boolean) => string;
}

/** A change or a finding, whose pieces are written in the style of a format. */
export interface EntryRow {
  readonly text: string;
  /** The advice on a finding. */
  readonly advice?: string;
  readonly place?: string;
  /** The action of a change; absent for a finding. */
  readonly action?: Action;
}

/** The text of an entry. */
export interface DescribedEntry {
  /** The changes, preceded by the findings that add information to them. */
  readonly rows: readonly EntryRow[];
  /** Sentences about who is affected, and what a reviewer can do. */
  readonly details: readonly string[];
}

/** The maximum length of a text before escaping, so that a long text leaves room for others. */
export const maxTextLength = 500;
const few = 5;

/** The text of an entry, the same in all formats for people. */
export function describeEntry(entry: PlanEntry, style: EntryStyle): DescribedEntry {
  const { changes, findings, approved } = entry;
  const own = ownFindings(entry);
  return {
    rows: [
      ...own.map((finding) => describeFinding(finding, changes.length === 0, style)),
      ...changes.map((change) => describeRow(change, entry, style)),
    ],
    details: [
      ...changes.flatMap(({ breaksPrevious }) =>
        breaksPrevious ? describePrevious(breaksPrevious, style) : [],
      ),
      ...changes.flatMap(({ callsGoTo = [] }) => describeDestinations(callsGoTo, style)),
      ...describeAffected(entry, own.length > 0, style),
      ...describeFingerprints(findings, style),
      ...approved.map(
        ({ approvedBy, reason }) =>
          `Approved by ${prose(approvedBy, style)}: ${prose(reason.replace(/\.$/, ''), style)}.`,
      ),
    ],
  };
}

function describeFinding(finding: PlanFinding, isOnly: boolean, style: EntryStyle): EntryRow {
  const { code, message, help, at, isInBase = false, sensitive } = finding;
  const notes = sensitive === undefined ? '' : style.notes([sensitivities[sensitive]]);
  return {
    text: `${style.name(code)}: ${prose(message, style)}${notes}${isOnly ? onlyIn(finding, style) : ''}`,
    ...(help !== undefined && { advice: prose(help, style) }),
    ...(isOnly && { place: style.place(at, isInBase) }),
  };
}

function describeRow(change: ShownChange, { verdict }: PlanEntry, style: EntryStyle): EntryRow {
  const { action, subject, compatibility, sensitive } = change;
  const place = shownLocation(change);
  const isMarked = verdict === 'forbidden' || verdict === 'approved';
  const notes = [
    ...(isMarked && (compatibility === 'breaking' || compatibility === 'risky') ? [compatibility] : []),
    ...(sensitive && verdict !== 'other' ? [sensitivities[sensitive]] : []),
  ];
  const name = style.name(subject.kind === 'Api' ? subject.name : nameSubject(subject));
  const text = joinDescription(name, describeChange(change), style);
  return {
    action,
    text: `${text}${notes.length === 0 ? '' : style.notes(notes)}${onlyIn(change, style)}`,
    ...(place && { place: style.place(place.at, place.isInBase) }),
  };
}

/** `DogPark/v1, GET /dogs: query limit at most 50, was 100` */
function joinDescription(name: string, described: DescribedChange, style: EntryStyle): string {
  const { operations, text, isContinued } = described;
  const subjects = [name, listOperations(operations, style)].filter((one) => one !== '').join(', ');
  if (subjects === '') return prose(text, style);
  return `${subjects}${isContinued ? '' : ':'} ${prose(text, style)}`;
}

function listOperations(operations: readonly string[], { code }: EntryStyle): string {
  const { shown, left } = takeMost(operations, few);
  const written = shown.map((operation) => code(cutText(operation, maxTextLength)));
  return `${written.join(', ')}${left === 0 ? '' : ` and ${left} more`}`;
}

function onlyIn({ deployments }: Pick<LocatedChange, 'deployments'>, { code }: EntryStyle): string {
  return deployments ? `, only in ${listWords(deployments.map(code), 'and')}` : '';
}

/** A sentence for each destination. It names every URL, since each receives the data of callers. */
export function describeDestinations(
  callsGoTo: readonly Destination[],
  { code }: Pick<EntryStyle, 'code'>,
): readonly string[] {
  return callsGoTo.map(({ keySet, urls, deployments }) => {
    const where = listWords(urls.map(code), 'and');
    if (!deployments) return `${keySet === 'production' ? 'Production' : 'Sandbox'} calls go to ${where}.`;
    return `In ${listWords(deployments.map(code), 'and')}, ${keySet} calls go to ${where}.`;
  });
}

/** What a new version changes for callers that move to it, breaking changes first. */
function describePrevious({ api, changes }: PreviousVersion, style: EntryStyle): readonly string[] {
  if (changes.length === 0) return [`Breaks nothing of ${style.code(api)}.`];
  const order = ['breaking', 'risky'];
  const sorted = changes.toSorted((a, b) => order.indexOf(a.compatibility) - order.indexOf(b.compatibility));
  const { shown, left } = takeMost(sorted, 2 * few);
  const rows = shown.map((change) => {
    const text = joinDescription('', describeDifference(change), style);
    return `· ${text}${change.compatibility === 'risky' ? style.notes(['risky']) : ''}`;
  });
  return [
    `Breaks for callers of ${style.code(api)} that move to it:`,
    ...rows,
    ...(left === 0 ? [] : [`· and ${left} more`]),
  ];
}

/**
 * The affected applications by effect. The effect is omitted if it is that calls may fail, or if a finding explains it.
 */
function describeAffected(
  { changes, verdict }: PlanEntry,
  isExplained: boolean,
  style: EntryStyle,
): readonly string[] {
  const affected = changes.flatMap((change) => change.affected);
  if (affected.length === 0) return verdict === 'sensitive' ? ['No application is affected.'] : [];
  const groups = Map.groupBy(affected, ({ effect }) =>
    isExplained || effect.startsWith('may fail at ') ? '' : effect,
  );
  const { shown, left } = takeMost([...groups], few);
  const lines = shown.map(
    ([effect, all]) =>
      `Affects ${nameApplications(all, style)}${effect === '' ? '' : `: ${prose(effect, style)}`}.`,
  );
  return [...lines, ...(left === 0 ? [] : [`And ${left} more effects.`])];
}

function nameApplications(affected: readonly Affected[], style: EntryStyle): string {
  const names = affected.map(
    ({ application, owner }) => `${prose(application, style)} (${prose(owner, style)})`,
  );
  const { shown, left } = takeMost([...new Set(names)], 2 * few);
  return `${shown.join(', ')}${left === 0 ? '' : ` and ${left} more`}`;
}

function describeFingerprints(findings: readonly PlanFinding[], { code }: EntryStyle): readonly string[] {
  const forbidden = findings.filter(({ severity }) => severity === 'error');
  const byRule = Map.groupBy(forbidden, (finding) => finding.code);
  return [...byRule].flatMap(([rule, ofRule]) => {
    const all = [...new Set(ofRule.flatMap(({ changes = [] }) => changes))];
    const { shown, left } = takeMost(all, 2 * few);
    const written = shown.map(code).join(', ');
    return all.length === 0
      ? []
      : [`To approve: ${code(rule)}, fingerprint ${written}${left === 0 ? '' : ` and ${left} more`}`];
  });
}

function prose(text: string, style: EntryStyle): string {
  const shown = cutText(text, maxTextLength);
  return style.prose(shown === text ? text : closeCode(shown));
}
