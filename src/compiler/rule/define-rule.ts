import type { Severity } from '#diagnostic/diagnostic.ts';
import type { DeclarationOfKind, Kind } from '#compiler/declaration/kinds.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';
import type { DefinitionChecks } from './definition-checks.ts';

export interface RuleContext {
  readonly report: (finding: Finding) => void;
}

/** All that a rule may read besides the node that it checks: its findings are reused while neither changes. */
export interface NodeContext extends RuleContext {
  /** The names of the gateway's deployments. */
  readonly deployments: readonly string[];
}

/** The conditions besides declarations that findings depend on. */
export interface Moment {
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /** The texts of the certificates of SAML providers by the path that names them, of those that can be read. */
  readonly certificates: ReadonlyMap<string, string>;
}

/** The data for a rule that compares nodes; its findings are not cached. */
interface WorkspaceContext extends RuleContext {
  /** Undefined if the findings must not depend on it. */
  readonly moment: Moment | undefined;
}

/** One function for each kind of node that a rule checks; `workspace` is for rules that compare nodes. */
type Checks = {
  readonly [K in Kind as Uncapitalize<K>]?: (node: NodeOfKind<K>, context: NodeContext) => void;
} & {
  readonly workspace?: (workspace: Workspace, context: WorkspaceContext) => void;
};

type NodeOfKind<K extends Kind> = K extends 'Api' ? DeclaredApi : Declared<DeclarationOfKind[K]>;

/** A small change of one clean source file. */
export type ExampleEdit =
  | { readonly file: string; readonly replace: string; readonly by: string }
  | { readonly file: string; readonly content: string }
  | { readonly file: string; readonly isGone: true };

/** The time at which the examples of rules are checked, in milliseconds since 1970-01-01T00:00:00Z. */
export const exampleNow = Date.UTC(2026, 0, 1);

/**
 * A change of the clean sources, and exactly the rule's findings for it: run as a test, printed on the rule's page. Tests
 * that the page does not show are in `test/compiler/lint/rules/`.
 */
export interface RuleExample {
  readonly title: string;
  readonly edits: readonly ExampleEdit[];
  /** `file:line:column message`, one for each finding of this rule; none if the example is a good one. */
  readonly findings: readonly string[];
  /** Of these findings, if they are never more than that: taking access away may lead to them. */
  readonly severity?: 'warning';
}

/** A list of words that a rule uses, which a gateway may add to. */
export interface RuleOption {
  /** The purpose of the words, in one sentence. */
  readonly description: string;
  /** The effect of a word: the rule reports less with one that allows, and more with one that forbids. */
  readonly effect: 'allow' | 'forbid';
  /** Those that are built in. */
  readonly words: readonly string[];
}

/** The facts about a rule, whatever it checks. */
export interface RuleDescription<Option extends string = string> {
  /** Kebab-case; the code of its findings and the name of its file. */
  readonly name: string;
  /** The section of the requirements that it keeps. */
  readonly section: string;
  /** A "must" is an error, a "should" is a warning, a recommendation is an info. */
  readonly severity: Severity;
  /**
   * Compile relies on an integrity rule, so it cannot be switched off; a design rule can, and so can one that compares
   * two states of a repository.
   */
  readonly group: 'integrity' | 'design' | 'history';
  /**
   * A convention that working APIs of elsewhere may not follow: the sets of rules below `strict` lower it or switch it
   * off. Default: it holds in every set.
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
   * What a finding in a document depends on: only the text at its `place`, or that and which security `schemes` there are, or the whole `operation` around it, or the whole `document`. Default:
   * the value at its place, with all that this contains or refers to.
   */
  readonly reads?: 'place' | 'schemes' | 'operation' | 'document';
  /**
   * Whether what it finds in a path or a component may depend on others, to which these do not refer. Its checks of
   * the `definition` may in any case.
   */
  readonly readsElsewhere?: true;
  /** The parts of OpenAPI documents that it checks. */
  readonly checkDefinition?: DefinitionChecks<Option>;
}

/** Declares a rule. A rule is one file that exports one of these, and one line in `lint/rules.ts`. */
export function defineRule<Option extends string = never>(rule: Rule<Option>): Rule {
  return rule;
}
