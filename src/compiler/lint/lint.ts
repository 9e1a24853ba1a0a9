import { type Diagnostic, withoutRepeats } from '#diagnostic/diagnostic.ts';
import type { Moment, Rule, NodeContext } from '#compiler/rule/define-rule.ts';
import { suppressFindings, type SuppressedFindings } from '#compiler/rule/suppression/suppress-findings.ts';
import { RuleSettings } from '#compiler/rule/rule-settings.ts';
import type { CheckedWorkspace, DeclaredApi, Definition, Workspace } from '#compiler/workspace/workspace.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import { CachedFindings, type NodeFindings } from './cached-findings.ts';
import type { CachedParts } from './cached-parts.ts';
import { lintDefinition } from './lint-definition.ts';
import { rules as allRules } from './rules.ts';
import { allLists } from '#compiled/manifest.ts';
import type { Kind } from '#compiler/declaration/kinds.ts';
import { toDiagnostic, type Finding } from '#compiler/workspace/finding.ts';
import { describeCrash } from '#compiler/rule/describe-crash.ts';

type Checks = NonNullable<Rule['check']>;

type NodeKind = Exclude<keyof Checks, 'workspace'>;

/** A rule that checks nodes of a kind. */
interface NodeRule {
  readonly number: number;
  readonly rule: Rule;
  readonly check: (node: never, context: NodeContext) => void;
}

const nothing: readonly NodeFindings[] = [];

/** Runs the rules that check one kind of node. */
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

export interface LintResult {
  /** The findings that nothing suppresses. */
  readonly diagnostics: readonly Diagnostic[];
  readonly suppressedFindings: SuppressedFindings;
  /** Present if no error prevents compiling. */
  readonly checked?: CheckedWorkspace;
}

export interface LintOptions {
  /** The results of earlier lints. */
  readonly store?: BuildStore | undefined;
  /** Whether findings in definitions are also cached by the digests of their texts. */
  readonly remembers?: boolean | undefined;
  /** Whether loaded definitions reuse the findings that are cached by digest. Default: the value of `remembers`. */
  readonly reuses?: boolean | undefined;
  /** Definitions that somebody edits: findings in their parts are cached. Default: none. */
  readonly edited?: ReadonlySet<string> | undefined;
  /** The time and the certificates; without them, rules report nothing that depends on either. */
  readonly moment?: Moment | undefined;
}

/** Checks a workspace against the given rules, except those that its gateway has switched off. */
export function lint(
  workspace: Workspace,
  rules: readonly Rule[] = allRules,
  {
    store = new BuildStore('one'),
    remembers = false,
    reuses = remembers,
    edited = new Set(),
    moment,
  }: LintOptions = {},
): LintResult {
  const gateway = workspace.gateway.value;
  const settings = new RuleSettings(gateway);
  const cached = new CachedFindings(gateway, { store, rules, remembers, reuses, edited });
  const inDefinitions = lintDefinitions(workspace, rules, settings, cached);
  const found = withoutRepeats([
    ...lintNodes(workspace, rules, settings, cached, moment).flat(),
    ...workspace.apis.flatMap((api) => findingsOf(api, inDefinitions)),
  ]);
  const known = rules === allRules ? rules : [...new Set([...rules, ...allRules])];
  const { reported: diagnostics, suppressedFindings } = suppressFindings(found, workspace, rules, known);
  const checked = isChecked(workspace, diagnostics) && { checked: workspace };
  store.endRun('lint');
  return { diagnostics, suppressedFindings, ...checked };
}

type FindingsByDefinition = ReadonlyMap<Definition, readonly Diagnostic[]>;

/** Lints each definition once, even if several APIs use it. */
function lintDefinitions(
  { apis, sources }: Workspace,
  rules: readonly Rule[],
  settings: RuleSettings,
  cached: CachedFindings,
): FindingsByDefinition {
  const found = new Map<Definition, readonly Diagnostic[]>();
  for (const { readablePart, definition = readablePart, remembered } of apis) {
    if (!definition || remembered || found.has(definition)) continue;
    const find = (parts?: CachedParts) =>
      lintDefinition(definition, rules, settings, sources, { cached: parts });
    found.set(definition, cached.inDefinition(definition, sources, find));
  }
  return found;
}

/** The findings in an API's definition, from this run or an earlier one, in the same order either way. */
function findingsOf(
  { readablePart, definition = readablePart, findingsInPart = [], remembered }: DeclaredApi,
  inDefinitions: FindingsByDefinition,
): readonly Diagnostic[] {
  if (remembered) return [...remembered.notices, ...remembered.findings];
  return (definition && inDefinitions.get(definition)) ?? findingsInPart;
}

/** Whether no error was found in the workspace, and every definition is loaded. */
function isChecked(workspace: Workspace, diagnostics: readonly Diagnostic[]): workspace is CheckedWorkspace {
  if (workspace.apis.some(({ remembered, definition }) => remembered && !definition)) return false;
  return diagnostics.every(({ severity }) => severity !== 'error');
}

/** The findings in declarations, one list per rule; the list of a disabled rule is empty. */
function lintNodes(
  workspace: Workspace,
  rules: readonly Rule[],
  settings: RuleSettings,
  cached: CachedFindings,
  moment: Moment | undefined,
): readonly (readonly Diagnostic[])[] {
  const byRule: Diagnostic[][] = rules.map(() => []);
  const lintKind = (kind: NodeKind, nodes: readonly object[]): void => {
    const run = new NodeRun(kind, workspace, rules, settings);
    if (run.isIdle) return;
    for (const node of nodes) {
      for (const { rule, diagnostics } of cached.inNode(node, () => run.lint(node))) {
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

/** The name of a kind in the checks of rules, such as `identityProvider`. */
function uncapitalise(kind: Kind): NodeKind {
  return `${kind.charAt(0).toLowerCase()}${kind.slice(1)}` as NodeKind;
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

/** The findings that a rule reports until it ends or crashes, and a diagnostic for the crash. */
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
