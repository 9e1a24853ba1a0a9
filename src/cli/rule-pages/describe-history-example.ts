import type { HistoryExample } from '../../compiler/plan/history/define-history-rule.ts';
import { applyExampleEdits } from '../../compiler/rule/example-edits.ts';
import { cleanSources } from '../../compiler/rule/clean-sources.ts';
import type { ExampleEdit } from '../../compiler/rule/define-rule.ts';
import { describeChange, describeFindings } from './describe-example.ts';
import { heading, paragraph, type Block } from './page.ts';

type Files = Readonly<Record<string, string>>;

/** An example of a rule that needs history: what there is at first, what changes then, and what the rule says of that. */
export function describeHistoryExample({ title, base, head, findings }: HistoryExample): readonly Block[] {
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
