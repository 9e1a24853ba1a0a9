import { diff } from 'node:util';
import { applyExampleEdits } from '#compiler/rule/example-edits.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { RuleExample } from '#compiler/rule/define-rule.ts';
import { type Block, code, heading, list, paragraph } from './page.ts';

/** An example of a rule: its change of the clean sources, and the findings. */
export function describeExample({ title, edits, findings, severity }: RuleExample): readonly Block[] {
  const after = applyExampleEdits(cleanSources, edits);
  const files = [...new Set(edits.map(({ file }) => file))];
  return [
    heading(3, title),
    ...(files.length === 0 ? [paragraph('The repository without changes.')] : []),
    ...files.flatMap((file) => describeChange(file, cleanSources[file], after[file])),
    ...(severity === 'warning' ? [paragraph('At most a warning, whatever the severity of the rule:')] : []),
    describeFindings(findings),
  ];
}

/** Describes the change of a file: that it is removed, its whole text if it is new, or a diff. */
export function describeChange(
  file: string,
  before: string | undefined,
  after: string | undefined,
): readonly Block[] {
  if (after === undefined) return [paragraph(`\`${file}\` is removed.`)];
  const lines = after.replace(/\n$/, '').split('\n');
  const changes = before === undefined ? [] : diffLines(before, after);
  const isNew = changes.length === 0 || changes.length > lines.length;
  if (isNew) return [paragraph(`\`${file}\`:`), code('yaml', lines)];
  return [paragraph(`In \`${file}\`:`), code('diff', changes)];
}

/** The findings, each as `file:line:column message`. */
export function describeFindings(findings: readonly string[]): Block {
  return findings.length === 0 ? paragraph('No findings.') : list(findings.map(quotePlace));
}

/** `file:line:column message`, the place as code. */
function quotePlace(finding: string): string {
  return finding.replace(/^\S+/, '`$&`');
}

type Line = readonly [kind: ' ' | '-' | '+', text: string];

/** The number of unchanged lines that are shown around a change. */
const linesAround = 2;

/** The changes of a text as a unified diff without file names: hunks with a few unchanged lines around each change. */
export function diffLines(before: string, after: string): readonly string[] {
  const lines = compareLines(linesOf(before), linesOf(after));
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - linesAround), index + linesAround + 1).some(([kind]) => kind !== ' '),
  );
  const hunks: string[] = [];
  const numbers = { before: 1, after: 1 };
  for (const [index, [kind, text]] of lines.entries()) {
    if (isNear[index] && !isNear[index - 1]) hunks.push(headOf(lines, isNear, index, numbers));
    if (isNear[index]) hunks.push(kind + text);
    if (kind !== '+') numbers.before += 1;
    if (kind !== '-') numbers.after += 1;
  }
  return hunks;
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** The lines of both texts. Within a change, removed lines come before added ones. */
function compareLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  const lines: Line[] = [];
  let [removed, added]: [Line[], Line[]] = [[], []];
  for (const [operation, text] of diff([...after], [...before])) {
    if (operation === -1) removed.push(['-', text]);
    else if (operation === 1) added.push(['+', text]);
    else {
      lines.push(...removed, ...added, [' ', text]);
      [removed, added] = [[], []];
    }
  }
  return [...lines, ...removed, ...added];
}

function headOf(
  lines: readonly Line[],
  isNear: readonly boolean[],
  start: number,
  numbers: { readonly before: number; readonly after: number },
): string {
  const end = isNear.indexOf(false, start);
  const hunk = lines.slice(start, end === -1 ? undefined : end);
  const countOf = (other: Line[0]) => hunk.filter(([kind]) => kind !== other).length;
  return `@@ -${numbers.before},${countOf('+')} +${numbers.after},${countOf('-')} @@`;
}
