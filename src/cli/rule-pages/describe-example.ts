import { applyExampleEdits } from '../../compiler/rule/apply-example-edits.ts';
import { cleanSources } from '../../compiler/rule/clean-sources.ts';
import type { RuleExample } from '../../compiler/rule/define-rule.ts';
import { diffLines } from './diff-lines.ts';
import { code, heading, list, paragraph, type Block } from './page.ts';

/** An example of a rule: how it changes the clean sources, and what the rule says of that. */
export function describeExample({ title, edits, findings, severity }: RuleExample): readonly Block[] {
  const after = applyExampleEdits(cleanSources, edits);
  const files = [...new Set(edits.map(({ file }) => file))];
  return [
    heading(3, title),
    ...(files.length === 0 ? [paragraph('The files as they are, without a change.')] : []),
    ...files.flatMap((file) => describeChange(file, cleanSources[file], after[file])),
    ...(severity === 'warning'
      ? [paragraph('This is at most a warning, whatever severity the rule has:')]
      : []),
    describeFindings(findings),
  ];
}

/** What becomes of a file. */
export function describeChange(
  file: string,
  before: string | undefined,
  after: string | undefined,
): readonly Block[] {
  if (after === undefined) return [paragraph(`\`${file}\` is removed.`)];
  const lines = after.replace(/\n$/, '').split('\n');
  const changes = before === undefined ? [] : diffLines(before, after);
  const isNew = changes.length === 0 || changes.length > lines.length;
  if (isNew) return [paragraph(`All of \`${file}\`:`), code('yaml', lines)];
  return [paragraph(`In \`${file}\`:`), code('diff', changes)];
}

/** What is found, each as `file:line:column message`. */
export function describeFindings(findings: readonly string[]): Block {
  return findings.length === 0 ? paragraph('Nothing is found.') : list(findings.map(quotePlace));
}

/** `file:line:column message`, the place as code. */
function quotePlace(finding: string): string {
  return finding.replace(/^\S+/, '`$&`');
}
