import type { Severity } from '#diagnostic/diagnostic.ts';
import type { DeclarationOfKind, Kind } from '#compiler/declaration/kinds.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';
import type { DefinitionChecks } from './definition-checks.ts';

export interface RuleContext {
  readonly report: (finding: Finding) => void;
}

/**
 * All that a rule may read besides the node that it checks: its findings are reused while the node and this data are
 * unchanged.
 */
export interface NodeContext extends RuleContext {
  /** The names of the gateway's deployments. */
  readonly deployments: readonly string[];
}

/** What findings depend on besides declarations: the time and the certificates. */
export interface Moment {
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /** The texts of the readable certificates of SAML providers, by the path in the declaration. */
  readonly certificates: ReadonlyMap<string, string>;
}

/** The data for a rule that compares nodes; the findings of such a rule are not cached. */
interface WorkspaceContext extends RuleContext {
  /** Undefined if findings must not depend on the time. */
  readonly moment: Moment | undefined;
}

/** One function for each kind of node that a rule checks; `workspace` is for rules that compare nodes. */
type Checks = {
  readonly [K in Kind as Uncapitalize<K>]?: (node: NodeOfKind<K>, context: NodeContext) => void;
} & {
  readonly workspace?: (workspace: Workspace, context: WorkspaceContext) => void;
};

type NodeOfKind<K extends Kind> = K extends 'Api' ? DeclaredApi : Declared<DeclarationOfKind[K]>;

/** A small change to one clean source file. */
export type ExampleEdit =
  | { readonly file: string; readonly replace: string; readonly by: string }
  | { readonly file: string; readonly content: string }
  | { readonly file: string; readonly isGone: true };

/** The time at which the examples of rules are checked, in milliseconds since 1970-01-01T00:00:00Z. */
export const exampleNow = Date.UTC(2026, 0, 1);

/**
 * A change to the clean sources, and all findings of the rule for it: run as a test, and printed on the rule's page.
 * Tests that the page does not show are in `test/compiler/lint/rules/`.
 */
export interface RuleExample {
  readonly title: string;
  readonly edits: readonly ExampleEdit[];
  /** `file:line:column message`, one for each finding of this rule; empty if the example follows the rule. */
  readonly findings: readonly string[];
  /** The severity of these findings if they are at most warnings, because removing access may cause them. */
  readonly severity?: 'warning';
}

/** A list of words that a rule uses, and that a gateway can extend. */
export interface RuleOption {
  /** The purpose of the words, in one sentence. */
  readonly description: string;
  /** The effect of adding a word: with `allow`, the rule reports less; with `forbid`, it reports more. */
  readonly effect: 'allow' | 'forbid';
  /** The built-in words. */
  readonly words: readonly string[];
}

/** The facts about a rule, whatever it checks. */
export interface RuleDescription<Option extends string = string> {
  /** Kebab-case; the code of its findings and the name of its file. */
  readonly name: string;
  /** The section of the requirements that the rule enforces. */
  readonly section: string;
  /** A "must" is an error, a "should" is a warning, a recommendation is an info. */
  readonly severity: Severity;
  /**
   * Compilation relies on `integrity` rules, so they cannot be switched off. `design` rules can, and so can `history`
   * rules, which compare two states of a repository.
   */
  readonly group: 'integrity' | 'design' | 'history';
  /**
   * Whether the rule is a convention that working APIs of other organisations may not follow: the rule sets below
   * `strict` lower its severity or switch it off. Default: the rule applies in every set.
   */
  readonly isConvention?: true;
  /** The requirement, in one sentence. */
  readonly summary: string;
  /** The reason for the requirement. */
  readonly why: string;
  readonly options?: Readonly<Record<Option, RuleOption>>;
}

/** A rule that checks one state of a repository. */
export interface Rule<Option extends string = string> extends RuleDescription<Option> {
  readonly group: 'integrity' | 'design';
  readonly examples: readonly RuleExample[];
  readonly check?: Checks;
  /**
   * What a finding in a document depends on: only the text at its `place`, that text and the existing security
   * `schemes`, the whole `operation` around it, or the whole `document`. Default: the value at its place, with
   * everything that it contains or refers to.
   */
  readonly reads?: 'place' | 'schemes' | 'operation' | 'document';
  /**
   * Whether findings in a path or a component may depend on parts to which it does not refer. Checks of the
   * `definition` may always read all parts.
   */
  readonly readsElsewhere?: true;
  /** The checks of the parts of OpenAPI documents. */
  readonly checkDefinition?: DefinitionChecks<Option>;
}

/**
 * Declares a rule. A rule is one file that exports the result, and one line in `lint/declaration-rules.ts` or
 * `lint/definition-rules.ts`.
 */
export function defineRule<Option extends string = never>(rule: Rule<Option>): Rule {
  return rule;
}
