import { historyRuleNames } from '#compiler/declaration/parts/ignore-entry.ts';
import { rules } from '#compiler/lint/rules.ts';
import { approvalsFile, ignoreFile } from '#compiler/workspace/suppressions.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { printable } from '../../views/display-width.ts';

/** The alternatives to fixing the findings of a rule: set its severity, or make an exception. */
type Loosening = readonly ['severity', 'suppression' | 'approval'];

const looseningByRule = new Map<string, Loosening>([
  ...rules
    .filter(({ group }) => group === 'design')
    .map(({ name }) => [name, ['severity', 'suppression']] as const),
  ...historyRuleNames.map((name) => [name, ['severity', 'approval']] as const),
]);

/**
 * How a rule can be loosened; undefined for a rule that the compiler relies on, and for a problem with reading the
 * sources.
 */
export function looseningOf(code: string): Loosening | undefined {
  return looseningByRule.get(code);
}

/**
 * Lines that explain to people how to loosen the rules of findings, with one rule as the example, since all work the
 * same. Empty if none of the rules can be loosened. `isUnconfigured`: there is no configuration, only options.
 */
export function explainLoosening(
  diagnostics: readonly Diagnostic[],
  isUnconfigured = false,
): readonly string[] {
  const first = diagnostics.find(({ code }) => looseningOf(code));
  if (!first) return [];
  const { code } = first;
  const fixed = [...new Set(diagnostics.map((one) => one.code))].filter((one) => !looseningOf(one));
  const others = fixed.length === 0 ? [] : [`  This is not possible for ${nameSome(fixed)}.`];
  return [
    `To loosen a rule, such as ${code}:`,
    `  everywhere: ${describeSetting(code, isUnconfigured)} (or info, or warning)`,
    `  here: ${printable(describeException(first))}`,
    ...others,
  ];
}

/** A sentence that explains how to loosen the rule of a finding; undefined if that is not possible. */
export function describeLoosening(finding: Diagnostic, isUnconfigured = false): string | undefined {
  if (!looseningOf(finding.code)) return undefined;
  const setting = describeSetting(finding.code, isUnconfigured);
  return `To loosen the rule, write ${setting}; for this finding: ${printable(describeException(finding))}.`;
}

function describeSetting(code: string, isUnconfigured: boolean): string {
  return isUnconfigured
    ? `\`--rule ${code}=off\``
    : `\`lint: { rules: { ${code}: off } }\` in the configuration`;
}

/**
 * An exception for one finding: an approval, a comment, or an entry of the ignore file if the file cannot contain
 * comments.
 */
function describeException({ code, at }: Diagnostic): string {
  if (looseningOf(code)?.[1] === 'approval')
    return `approve the change in ${approvalsFile}, as \`gatewright plan\` shows`;
  if (/\.ya?ml$/i.test(at.file))
    return `\`# gatewright-ignore ${code}: REASON\` at the end of the line, or above it`;
  const entry = `rule: ${code}, file: ${at.file}, pointer: ${JSON.stringify(at.pointer)}, reason: REASON`;
  return `\`- { ${entry} }\` in ${ignoreFile}`;
}

const mostNamed = 5;

function nameSome(names: readonly string[]): string {
  const rest = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return names.slice(0, mostNamed).join(', ') + rest;
}
