import type { RuleDescription } from '#compiler/rule/define-rule.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { printable } from '../../views/display-width.ts';
import { looseningOf } from './explain-loosening.ts';
import { escapeMarkdown } from '../../views/escape-markdown.ts';

/** A `reportingDescriptor` (SARIF 2.1.0, section 3.49) for every rule, and one for each other code of a diagnostic. */
export function listSarifRules(rules: readonly RuleDescription[], diagnostics: readonly Diagnostic[]) {
  const names = new Set(rules.map(({ name }) => name));
  const others = new Map(
    diagnostics.filter(({ code }) => !names.has(code)).map(({ code, severity }) => [code, severity]),
  );
  return [...rules.map(describeRule), ...[...others].map(([code, severity]) => describeCode(code, severity))];
}

function describeRule({ name, section, severity, group, summary, why }: RuleDescription) {
  return {
    id: name,
    shortDescription: { text: sarifText(summary) },
    fullDescription: { text: sarifText(why) },
    help: {
      text: sarifText(
        `${summary} ${why} gatewright explain ${name} shows examples.${describeLoosening(name)}`,
      ),
      markdown: [
        `**${escapeMarkdown(summary)}**`,
        escapeMarkdown(why),
        `\`gatewright explain ${name}\` shows examples.${escapeMarkdown(describeLoosening(name))}`,
      ].join('\n\n'),
    },
    defaultConfiguration: { level: sarifLevels[severity] },
    properties: { section, tags: [group] },
  };
}

/** How the rule is loosened, if it can be. */
function describeLoosening(name: string): string {
  if (!looseningOf(name)) return '';
  return ` To loosen the rule, set its severity under lint.rules in the configuration, as in ${name}: off.`;
}

/** The category of problems found before any rule runs, such as broken YAML. */
function describeCode(code: string, severity: Diagnostic['severity']) {
  const text = `The sources meet ${code}.`;
  return {
    id: code,
    shortDescription: { text },
    fullDescription: { text },
    help: { text },
    defaultConfiguration: { level: sarifLevels[severity] },
  };
}

export const sarifLevels = { error: 'error', warning: 'warning', info: 'note' } as const;

/**
 * A text in which no viewer of SARIF finds a placeholder (2.1.0, section 3.11.5) or a link (3.11.6). Braces and
 * brackets that are neither stay as they are, since viewers show them so: `/dogs/{id}`.
 */
export function sarifText(text: string): string {
  return printable(text)
    .replaceAll(/\{(\d+)\}/g, '{{$1}}')
    .replaceAll('](', '\\](');
}
