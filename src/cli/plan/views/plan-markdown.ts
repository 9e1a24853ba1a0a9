import { isNothing, type PlanReport, type PlanSide } from '../plan-report.ts';
import type { SourceLinks } from '../../comment/source-links.ts';
import type { HumanViewContext } from '../../lint/views/frames.ts';
import { describeEntry, type EntryRow, type EntryStyle, maxTextLength } from './describe-entry.ts';
import { describeVerdict } from './describe-verdict.ts';
import { cutText } from './plan-changes.ts';
import type { PlanEntry } from './plan-entries.ts';
import { listSections, type PlanSection } from './plan-sections.ts';
import {
  describeLack,
  describeLint,
  describeNothing,
  describeSides,
  renderPlanSummary,
  summarizePlan,
} from './plan-summary.ts';
import { asCode, codeInText, readCode } from '#compiled/names/code-in-text.ts';
import { printable } from '../../views/display-width.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Patterns of text that is written as code: URLs, e-mail addresses, operations, paths and JSON pointers, and words that
 * a host would turn into mentions or references, such as `@name` and `#1`.
 */
const pieces = [
  String.raw`[a-z][a-z0-9+.-]*:\/\/[^\s,;)]*[^\s,;).:]`,
  String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
  String.raw`www\.[^\s,;)]*[^\s,;).:]`,
  String.raw`\b(?:get|put|post|delete|options|head|patch|trace|query) \/(?:[^\s,:]|:(?=\w))*`,
  String.raw`(?<![\w/.])\/[\w{}~*/.$-]*[\w{}~*$-]`,
  String.raw`(?<!\w)[@#!&~%$^]\w(?:[\w./@#!&~%$^-]*\w)?`,
].join('|');

/**
 * Matches text between backticks, or one of these patterns with following text that a host would read as a mention or a
 * reference.
 */
const codePattern = new RegExp(`${codeInText.source}|(?:${pieces})(?:[@#!&~%$^]\\w[^\\s,;)]*)?`, 'gi');

/** A list below a title. */
interface MarkdownList {
  readonly title: string;
  /** The text above the list, as Markdown. */
  readonly note?: string;
  /** The items as Markdown, each rendered only if there is room for it. */
  readonly items: readonly (() => string)[];
  /** Whether the list is collapsed. */
  readonly isFolded?: boolean;
}

/** The number of characters reserved for the line that counts the missing items. */
const roomForRest = 100;

/** A function that names files, and links to files on the host, if the host is known. */
interface PlanMarkdownContext extends Pick<HumanViewContext, 'show'> {
  readonly links?: SourceLinks;
}

/** The marker by which a pipeline finds its earlier comment. */
const marker = '<!-- gatewright-plan -->';

/** GitHub limits a comment to 65,536 characters, of which some are reserved for the text around the plan. */
const maxCommentLength = 60_000;

const mostUnfolded = 5;

/**
 * A plan as a comment on a pull request, within `most` characters: the verdict, then each change once, the most severe
 * first, with the affected applications and the approval that it needs. Changes that need no decision are collapsed.
 * Text from users appears only as plain text or code.
 */
export function renderPlanMarkdown(
  report: PlanReport,
  context: PlanMarkdownContext,
  most = maxCommentLength,
): string {
  const sections = listSections(report);
  const blocks = [
    marker,
    `## ${describeVerdict(report, sections)} (${describeHead(report.head, context)})`,
    ...renderOpening(report),
  ].join('\n\n');
  const approvals = renderApprovals(report);
  const style = markdownStyle(context);
  const lists = renderMarkdownLists(
    sections.map((section) => toList(section, mayFold(section, sections), style)),
    most - blocks.length - approvals.length,
  );
  return `${[blocks, ...lists, ...(approvals === '' ? [] : [approvals])].join('\n\n')}\n`;
}

const isFingerprint = /^[0-9a-f]{32}$/;

/** The maximum number of approvals to paste. */
const mostApprovals = 20;

/** The approvals of forbidden changes, to paste and complete; empty if there are none, or too many. */
function renderApprovals({ changes, findings }: PlanReport): string {
  const forbidden = changes ? findings.filter(({ severity }) => severity === 'error') : [];
  const entries = forbidden.flatMap(({ code, changes: fingerprints = [] }) =>
    fingerprints
      .filter((change) => isFingerprint.test(change))
      .map((change) => `- change: '${change}'\n  rule: ${code}\n  reason: '' # why\n  approvedBy: '' # who`),
  );
  const all = [...new Set(entries)];
  if (all.length === 0 || all.length > mostApprovals) return '';
  const summary = '<details><summary>Entries for gatewright-approvals.yaml</summary>';
  return [summary, `\`\`\`yaml\n${all.join('\n')}\n\`\`\``, '</details>'].join('\n\n');
}

/**
 * The commit of the head, by which readers see whether the plan is for the last push; its name if there is no commit.
 */
function describeHead({ name, commit }: PlanSide, { links }: PlanMarkdownContext): string {
  const isCheckout = commit === undefined || name === 'HEAD';
  const shown = (isCheckout ? links?.commit : undefined) ?? commit;
  return shown?.slice(0, 7) ?? renderProse(name);
}

function renderOpening(report: PlanReport): readonly string[] {
  const sides = `For ${renderProse(describeSides(report))}.`;
  if (!report.changes) return [`${sides} Fix the errors of the head first: until then nothing is compared.`];
  const lint = renderProse(describeLint(report));
  const lack = renderProse(describeLack(report));
  const summary = isNothing(report)
    ? lack === ''
      ? describeNothing(report)
      : ''
    : renderPlanSummary(summarizePlan(report));
  const verdict = report.lint ? `**${lint}**` : '';
  const rest = [sides, summary, report.lint ? '' : lint].filter((text) => text !== '').join(' ');
  return [verdict, rest, lack].filter((text) => text !== '');
}

function markdownStyle({ show, links }: PlanMarkdownContext): EntryStyle {
  return {
    prose: renderProse,
    code: renderCode,
    name: (text) => `**${renderProse(cutText(text, maxTextLength))}**`,
    notes: (notes) => ` – *${notes.join(', ')}*`,
    place: (at, isInBase) => {
      const file = show(at.file);
      const text = renderCode(cutText(`${file}:${at.line}`, maxTextLength));
      const url = links?.urlOf(file, at.line, isInBase ? 'base' : 'head');
      return `${url === undefined ? text : `[${text}](${url})`}${isInBase ? ' in the base' : ''}`;
    },
  };
}

/** Whether a section is collapsed: that of other changes, unless it is the only section and short. */
function mayFold({ verdict, entries }: PlanSection, all: readonly PlanSection[]): boolean {
  return verdict === 'other' && (all.length > 1 || entries.length > mostUnfolded);
}

function toList({ title, notes, entries }: PlanSection, isFolded: boolean, style: EntryStyle): MarkdownList {
  return {
    title,
    ...(notes.length > 0 && { note: notes.map(renderProse).join('<br>\n') }),
    items: entries.map((entry) => () => renderEntry(entry, style)),
    isFolded,
  };
}

/** An entry as an item of a list; changes below a finding are marked. */
function renderEntry(entry: PlanEntry, style: EntryStyle): string {
  const { rows, details } = describeEntry(entry, style);
  const isLed = rows[0]?.action === undefined;
  const lines = rows.map((row) => `${isLed && row.action !== undefined ? '· ' : ''}${renderRow(row)}`);
  return [...lines, ...details].join('<br>\n');
}

function renderRow({ text, advice, place }: EntryRow): string {
  return [
    text,
    ...(advice === undefined ? [] : [advice]),
    ...(place === undefined ? [] : [`(${place})`]),
  ].join(' ');
}

/**
 * The lists with items, within `room` characters including two line breaks between them. Each list may take half of the
 * remaining room, and the last list all of it.
 */
function renderMarkdownLists(lists: readonly MarkdownList[], room: number): readonly string[] {
  const filled = lists.filter(({ items }) => items.length > 0);
  let left = room;
  return filled.map((list, index) => {
    const text = renderList(list, index === filled.length - 1 ? left : Math.floor(left / 2));
    left -= text.length + '\n\n'.length;
    return text;
  });
}

function renderList(list: MarkdownList, room: number): string {
  const { title, note, isFolded = false } = list;
  const [start, end] = isFolded
    ? [`<details><summary>${title}</summary>\n\n`, '\n\n</details>']
    : [`### ${title}\n\n`, ''];
  const above = note === undefined ? '' : `${note}\n\n`;
  const frame = start.length + above.length + end.length + roomForRest;
  return `${start}${above}${renderItems(list, room - frame)}${end}`;
}

function renderItems({ items }: MarkdownList, room: number): string {
  const written: string[] = [];
  let length = 0;
  for (const [index, make] of items.entries()) {
    const item = `- ${make().replaceAll('\n', '\n  ')}`;
    length += item.length + 1;
    if (length > room)
      return [...written, '', `… and ${items.length - index} more, not shown here.`].join('\n');
    written.push(item);
  }
  return written.join('\n');
}

/** A line of text as Markdown outside of tables, with all its content as plain text or code. */
function renderProse(text: string): string {
  const safe = visible(text);
  const parts: string[] = [];
  let end = 0;
  for (const found of safe.matchAll(codePattern)) {
    const between = safe.slice(end, found.index);
    // A space separates adjacent pieces of code, whose backticks would otherwise be read as one.
    const [whole, , inside] = found;
    parts.push(
      between === '' && end > 0 ? ' ' : escapeText(between),
      renderCode(inside === undefined ? whole : readCode(inside)),
    );
    end = found.index + found[0].length;
  }
  return [...parts, escapeText(safe.slice(end))].join('');
}

/** A line of text as code, which is shown and copied unchanged. */
function renderCode(text: string): string {
  return asCode(visible(text));
}

/** Removes invisible characters, which would corrupt copied text. */
function visible(text: string): string {
  return printable(text).replaceAll(/\p{Cf}/gu, '');
}

function escapeText(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]~|]/g, String.raw`\$&`)
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? '');
}
