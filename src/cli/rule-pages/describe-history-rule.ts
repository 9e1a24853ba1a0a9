import type { HistoryExample, HistoryRule } from '../../compiler/plan/history/define-history-rule.ts';
import { applyExampleEdits } from '../../compiler/rule/example-edits.ts';
import { cleanSources } from '../../compiler/rule/clean-sources.ts';
import type { ExampleEdit } from '../../compiler/rule/define-rule.ts';
import { approvalsFile } from '../../compiler/workspace/suppressions.ts';
import { describeChange, describeFindings } from './describe-example.ts';
import { describeSeverity } from './describe-severity.ts';
import { type Block, code, heading, type Page, paragraph } from './page.ts';

/** Everything that there is to say of a rule that needs history. */
export function describeHistoryRule(rule: HistoryRule): Page {
  return [
    heading(1, rule.name),
    paragraph(rule.summary),
    paragraph(rule.why),
    paragraph(
      'It looks at what changes, in `gatewright plan` and in `gatewright lint --base REF`; the files as they are say ' +
        'nothing of that.',
    ),
    ...describeSeverity(rule),
    ...describeTwin(rule),
    heading(2, 'Examples'),
    paragraph('Each changes the files of a small repository in which nothing is found.'),
    ...rule.examples.flatMap(describeHistoryExample),
    heading(2, 'To let one change pass'),
    paragraph(
      `A finding names the fingerprint of its change. Add an entry with it to \`${approvalsFile}\` next to the ` +
        'configuration; it is void as soon as the change alters:',
    ),
    code('yaml', [
      "- change: '0123456789abcdef0123456789abcdef'",
      `  rule: ${rule.name}`,
      '  reason: why this may be',
      '  approvedBy: who approves it',
    ]),
  ];
}

function describeTwin({ twin }: HistoryRule): readonly Block[] {
  if (twin === undefined) return [];
  const off = `Where \`${twin}\` is off, so is this rule, which looks at the same matter.`;
  return [paragraph(`${off} \`gatewright lint --base\` does not say twice what both find.`)];
}

type Files = Readonly<Record<string, string>>;

/** An example of a rule that needs history: what there is at first, what changes then, and what the rule says of that. */
function describeHistoryExample({ title, base, head, findings }: HistoryExample): readonly Block[] {
  const before = applyExampleEdits(cleanSources, base);
  const first = [paragraph('At first:'), ...describeEdits(base, cleanSources, before), paragraph('Then:')];
  return [
    heading(3, title),
    ...(base.length > 0 ? first : []),
    ...describeEdits(head, before, applyExampleEdits(before, head)),
    describeFindings(findings),
  ];
}

function describeEdits(edits: readonly ExampleEdit[], before: Files, after: Files): readonly Block[] {
  const files = [...new Set(edits.map(({ file }) => file))];
  return files.flatMap((file) => describeChange(file, before[file], after[file]));
}
