import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { withEnclosing } from '#source/place.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import { pointerOf } from '#openapi/value-path.ts';
import { readPathsAgain, visitDefinition, type DefinitionVisitor } from '#openapi/visit-document.ts';
import type { Rule } from '#compiler/rule/define-rule.ts';
import type { DefinitionReference } from '#compiler/rule/definition-checks.ts';
import type { RuleSettings } from '#compiler/rule/rule-settings.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import { findAffected } from './find-affected.ts';
import type { CachedParts, PartResult, Reach } from './cached-parts.ts';
import { ReferenceIndex } from './reference-index.ts';
import { type CheckName, RuleRun } from './rule-run.ts';

interface LintDefinitionOptions {
  /** The cached results of the parts of the document. */
  readonly cached?: CachedParts | undefined;
  /** The opened contract, to share it with other readers. Default: opened only for the checks. */
  readonly document?: OpenapiDocument;
}

/**
 * Checks an OpenAPI document against the rules that check such documents, in one walk. With `cached`, skips the parts
 * whose results are cached, and walks twice: for `far` rules and for `near` rules.
 */
export function lintDefinition(
  definition: Definition,
  rules: readonly Rule[],
  settings: RuleSettings,
  sources: Sources,
  { cached, document = openDocument(definition.contract) }: LintDefinitionOptions = {},
): readonly Diagnostic[] {
  const references = new ReferenceIndex(definition);
  const runs = rules
    .filter((rule) => rule.checkDefinition && !settings.isOff(rule))
    .map((rule) => new RuleRun(rule, settings, definition));
  runChecks(document, runs, references, cached);
  if (definition.invalidPointers) dropConsequences(runs, definition.invalidPointers, references);
  return runs.flatMap((run) => run.toDiagnostics(references, sources));
}

function runChecks(
  document: OpenapiDocument,
  runs: readonly RuleRun[],
  references: ReferenceIndex,
  cached: CachedParts | undefined,
): void {
  // Reads each path again, since the nodes of all operations together take more memory than the document.
  if (!cached)
    return visitDefinition(document, toVisitor(document, runs, references), readPathsAgain(document));
  const far = runs.filter(({ rule }) => rule.readsElsewhere);
  const near = runs.filter(({ rule }) => !rule.readsElsewhere);
  visitParts(document, far, cached, 'far');
  visitParts(document, near, cached, 'near', references);
}

/** A visitor that runs the checks of rules, and adds all references to the index. */
function toVisitor(
  document: OpenapiDocument,
  runs: readonly RuleRun[],
  references?: ReferenceIndex,
): DefinitionVisitor {
  const checks = joinChecks(runs);
  return {
    ...checks,
    reference: (reference, holder, type, value) => {
      references?.add(reference, holder);
      checks.reference?.({ reference, holder, type, value, document });
    },
  };
}

/**
 * Visits the parts without cached results, and reports the cached findings of all other parts, in the order of the
 * document.
 */
function visitParts(
  document: OpenapiDocument,
  runs: readonly RuleRun[],
  cached: CachedParts,
  reach: Reach,
  references?: ReferenceIndex,
): void {
  const byRule = new Map(runs.map((run) => [run.rule, run]));
  const visitor = toVisitor(document, runs, references);
  let current: PartResult | undefined;
  for (const run of runs) run.listener = (finding) => current?.findings.push([run.rule, finding]);
  const visitOrReplay = (kind: Reach, view: string, pointer: string, visit: () => void): void => {
    const known = cached.find(kind, view, pointer);
    if (known) return replay(known, byRule, references);
    current = { findings: [], references: [] };
    visit();
    // Not cached after a crash: the crashed rule checks nothing further, so the part would seem to have no findings.
    if (!runs.some(({ hasCrashed }) => hasCrashed)) cached.set(kind, view, pointer, current);
    current = undefined;
  };
  visitDefinition(document, {
    ...visitor,
    // Checks of the whole document read all parts, so their results are always `far`.
    definition: (whole) => visitOrReplay('far', `document-${reach}`, '', () => visitor.definition?.(whole)),
    reference: (reference, holder, type, value) => {
      if (references) current?.references.push([reference, holder]);
      visitor.reference?.(reference, holder, type, value);
    },
    part: (view, valuePath, visit) => visitOrReplay(reach, view, pointerOf(valuePath), visit),
  });
}

function replay(
  { findings, references }: PartResult,
  byRule: ReadonlyMap<Rule, RuleRun>,
  index: ReferenceIndex | undefined,
): void {
  for (const [reference, holder] of references) index?.add(reference, holder);
  for (const [rule, finding] of findings) {
    const run = byRule.get(rule);
    if (run && !run.hasCrashed) run.add(finding);
  }
}

/** Drops the findings that may be only consequences of an error in the document. */
function dropConsequences(
  runs: readonly RuleRun[],
  invalidPointers: ReadonlySet<string>,
  references: ReferenceIndex,
): void {
  const affected = findAffected(invalidPointers, (pointer) => references.holdersOf(pointer));
  for (const run of runs) {
    const { reads } = run.rule;
    run.drop(({ at }) => {
      if (withEnclosing(at).some((pointer) => invalidPointers.has(pointer))) return true;
      if (reads === 'place') return false;
      if (reads === 'document') return true;
      if (reads === 'schemes') return schemesAround.some((pointer) => invalidPointers.has(pointer));
      return affected.has(reads === 'operation' ? operationAround(at) : at);
    });
  }
}

/** Pointers of the values that contain the security schemes: if one of them is invalid, no scheme can be read. */
const schemesAround = ['/components', '/components/securitySchemes', '/securityDefinitions'];

/** The pointer of the operation that contains `pointer`; empty, like that of the whole document, outside paths. */
function operationAround(pointer: string): string {
  return pointer.startsWith('/paths/') ? pointer.split('/').slice(0, 4).join('/') : '';
}

const checkNames: readonly CheckName[] = [
  'definition',
  'path',
  'operation',
  'response',
  'body',
  'parameter',
  'header',
  'schema',
  'reference',
];

type JoinedChecks = Omit<DefinitionVisitor, 'reference'> & {
  reference?(reference: DefinitionReference): void;
};

/** Joins the checks of all rules in one visitor, which omits the kinds of nodes that no rule checks. */
function joinChecks(runs: readonly RuleRun[]): JoinedChecks {
  const visitor: Partial<Record<CheckName, (node: never) => void>> = {};
  for (const name of checkNames) {
    const checks = runs.flatMap((run) => run.checkOf(name) ?? []);
    if (checks.length === 0) continue;
    visitor[name] = (node) => {
      for (const check of checks) check(node);
    };
  }
  return visitor;
}
