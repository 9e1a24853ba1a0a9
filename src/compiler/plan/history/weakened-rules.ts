import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Rule, RuleOption } from '#compiler/rule/define-rule.ts';
import { RuleSettings } from '#compiler/rule/rule-settings.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';

type Severity = ReturnType<RuleSettings['severityOf']>;

/** The severities, strictest first. */
const order: readonly Severity[] = ['error', 'warning', 'info', 'off'];

/** Whether a severity is less strict than another. */
export function isLower(severity: Severity, than: Severity): boolean {
  return order.indexOf(severity) > order.indexOf(than);
}

/** Two states of a repository; only their rule settings and file names are compared. */
interface Workspaces {
  readonly base: Workspace;
  readonly head: Workspace;
}

/**
 * The rules that report less in some file: they have a lower severity, or their options allow more words or report
 * fewer.
 */
export function findWeakenedRules(rules: readonly Rule[], { base, head }: Workspaces): readonly Rule[] {
  const [before, after] = [base.gateway.value, head.gateway.value];
  if (canonicalJson(before.lint ?? {}) === canonicalJson(after.lint ?? {})) return [];
  const settings = { before: new RuleSettings(before), after: new RuleSettings(after) };
  const files = [...new Set([...base.sources.files, ...head.sources.files])];
  return rules.filter(
    (rule) => rule.group === 'design' && files.some((file) => isWeakenedIn(file, rule, settings)),
  );
}

function isWeakenedIn(
  file: string,
  rule: Rule,
  { before, after }: { readonly before: RuleSettings; readonly after: RuleSettings },
): boolean {
  if (isLower(after.severityOf(rule, file), before.severityOf(rule, file))) return true;
  if (rule.options === undefined) return false;
  const [were, are] = [before.optionsOf(rule, file), after.optionsOf(rule, file)];
  return Object.entries<RuleOption>(rule.options).some(([name, { effect }]) => {
    const [words, others] = effect === 'allow' ? [are, were] : [were, are];
    return [...(words[name] ?? [])].some((word) => !others[name]?.has(word));
  });
}
