import type { HistoryRule } from '../../compiler/plan/history/define-history-rule.ts';
import { approvalsFile } from '../../compiler/workspace/suppressions.ts';
import { describeHistoryExample } from './describe-history-example.ts';
import { describeSeverity } from './describe-severity.ts';
import { code, heading, paragraph, type Block, type Page } from './page.ts';

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
      `A finding names the fingerprint of its change. Add an entry with it to \`${approvalsFile}\` beside the ` +
        'configuration; it is void as soon as the change alters:',
    ),
    code('yaml', [
      "- change: '0123456789abcdef0123456789abcdef'",
      `  rule: ${rule.name}`,
      '  reason: why this may be',
      '  approvedBy: who says so',
    ]),
  ];
}

function describeTwin({ twin }: HistoryRule): readonly Block[] {
  if (twin === undefined) return [];
  const off = `Where \`${twin}\` is off, so is this rule, which looks at the same matter.`;
  return [paragraph(`${off} \`gatewright lint --base\` does not say twice what both find.`)];
}
