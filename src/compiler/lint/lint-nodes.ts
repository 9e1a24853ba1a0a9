import { allLists } from '#compiled/manifest.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Kind } from '#compiler/declaration/kinds.ts';
import type { Moment, NodeContext, Rule } from '#compiler/rule/define-rule.ts';
import type { RuleSettings } from '#compiler/rule/rule-settings.ts';
import { toDiagnostic, type Finding } from '#compiler/workspace/finding.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { describeCrash } from '#compiler/rule/describe-crash.ts';
import type { KeptFindings, NodeFindings } from './kept-findings.ts';

type Checks = NonNullable<Rule['check']>;
type NodeKind = Exclude<keyof Checks, 'workspace'>;

/** A rule that checks nodes of a kind. */
interface NodeRule {
  readonly number: number;
  readonly rule: Rule;
  readonly check: (node: never, context: NodeContext) => void;
}

/** The findings of rules in declarations, by the number of the rule; disabled ones find nothing. */
export function lintNodes(
  workspace: Workspace,
  rules: readonly Rule[],
  settings: RuleSettings,
  kept: KeptFindings,
  moment: Moment | undefined,
): readonly (readonly Diagnostic[])[] {
  const byRule: Diagnostic[][] = rules.map(() => []);
  const lintKind = (kind: NodeKind, nodes: readonly object[]): void => {
    const run = new NodeRun(kind, workspace, rules, settings);
    if (run.isIdle) return;
    for (const node of nodes) {
      for (const { rule, diagnostics } of kept.inNode(node, () => run.lint(node))) {
        byRule[rule]?.push(...diagnostics);
      }
    }
  };
  lintKind('gateway', [workspace.gateway]);
  for (const { kind, name } of allLists) lintKind(uncapitalise(kind), workspace[name]);
  for (const [number, rule] of rules.entries()) {
    if (!rule.check?.workspace || settings.isOff(rule)) continue;
    byRule[number]?.push(...lintWorkspace(rule, rule.check.workspace, workspace, settings, moment));
  }
  return byRule;
}

/** The name by which rules know the nodes of a kind. */
function uncapitalise(kind: Kind): NodeKind {
  return `${kind.charAt(0).toLowerCase()}${kind.slice(1)}` as NodeKind;
}

const nothing: readonly NodeFindings[] = [];

/** The rules that check one kind of node, and what they may know besides the node. */
class NodeRun {
  readonly #workspace: Workspace;
  readonly #settings: RuleSettings;
  readonly #deployments: readonly string[];
  readonly #rules: readonly NodeRule[];

  constructor(kind: NodeKind, workspace: Workspace, rules: readonly Rule[], settings: RuleSettings) {
    this.#workspace = workspace;
    this.#settings = settings;
    this.#deployments = Object.keys(workspace.gateway.value.deployments);
    this.#rules = rules.flatMap((rule, number) => {
      const check: NodeRule['check'] | undefined = rule.check?.[kind];
      return check && !settings.isOff(rule) ? [{ number, rule, check }] : [];
    });
  }

  /** Whether no rule checks the nodes. */
  get isIdle(): boolean {
    return this.#rules.length === 0;
  }

  lint(node: object): readonly NodeFindings[] {
    const found = this.#rules.flatMap(({ number, rule, check }) => {
      const deployments = this.#deployments;
      const diagnostics = runRule(rule, this.#workspace, this.#settings, (report) =>
        check(node as never, { deployments, report }),
      );
      return diagnostics.length === 0 ? [] : [{ rule: number, diagnostics }];
    });
    return found.length === 0 ? nothing : found;
  }
}

function lintWorkspace(
  rule: Rule,
  check: NonNullable<Checks['workspace']>,
  workspace: Workspace,
  settings: RuleSettings,
  moment: Moment | undefined,
): readonly Diagnostic[] {
  return runRule(rule, workspace, settings, (report) => check(workspace, { report, moment }));
}

/** The findings of a rule before it ends or fails. */
function runRule(
  rule: Rule,
  { sources, gateway }: Workspace,
  settings: RuleSettings,
  run: (report: (finding: Finding) => void) => void,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  try {
    run((finding) => {
      const severity = settings.severityOf(rule, finding.at.file);
      if (severity !== 'off') diagnostics.push(toDiagnostic(rule.name, severity, finding, sources));
    });
  } catch (error) {
    diagnostics.push(describeCrash(rule, error, gateway.place, sources));
  }
  return diagnostics;
}
