import type { HistoryExample, HistoryRule } from '#compiler/plan/history/define-history-rule.ts';
import { applyExampleEdits } from '#compiler/rule/example-edits.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { ExampleEdit } from '#compiler/rule/define-rule.ts';
import { approvalsFile } from '#compiler/workspace/suppressions.ts';
import { describeChange, describeFindings } from './describe-example.ts';
import { describeSeverity } from './describe-severity.ts';
import { type Block, code, heading, type Page, paragraph } from './page.ts';

/** The page of a history rule. */
export function describeHistoryRule(rule: HistoryRule): Page {
  return [
    heading(1, rule.name),
    paragraph(rule.summary),
    paragraph(rule.why),
    paragraph(
      'This is a history rule: it checks changes, in `gatewright plan` and `gatewright lint --base REF`.',
    ),
    ...describeSeverity(rule),
    ...describeTwin(rule),
    heading(2, 'Examples'),
    paragraph('Each example changes a small repository without findings.'),
    ...rule.examples.flatMap(describeHistoryExample),
    heading(2, 'Approving a change'),
    paragraph(
      `A finding contains the fingerprint of its change. To allow the change, add an entry to \`${approvalsFile}\` next ` +
        'to the configuration. The entry is valid only for exactly this change:',
    ),
    code('yaml', [
      "- change: '0123456789abcdef0123456789abcdef'",
      `  rule: ${rule.name}`,
      '  reason: why this change is allowed',
      '  approvedBy: who approves it',
    ]),
  ];
}

function describeTwin({ twin }: HistoryRule): readonly Block[] {
  if (twin === undefined) return [];
  const off = `If \`${twin}\` is off, this rule is off too, since both check the same requirement.`;
  return [paragraph(`${off} \`gatewright lint --base\` reports a finding of both rules only once.`)];
}

type Files = Readonly<Record<string, string>>;

/** An example of a history rule: the state before, the change, and the findings. */
function describeHistoryExample({ title, base, head, findings }: HistoryExample): readonly Block[] {
  const before = applyExampleEdits(cleanSources, base);
  const first = [paragraph('Before:'), ...describeEdits(base, cleanSources, before), paragraph('Change:')];
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
