import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { type Place, placeOf, splitPointer, withEnclosing } from '../../source/place.ts';
import type { Rule } from '../rule/define-rule.ts';
import type {
  DefinitionChecks,
  DefinitionContext,
  DefinitionFinding,
  DefinitionReference,
} from '../rule/definition-checks.ts';
import type { RuleSettings } from '../rule/rule-settings.ts';
import { toDiagnostic, type Finding } from '../workspace/finding.ts';
import { openDocument } from '../../openapi/open-document.ts';
import { visitDefinition, type DefinitionVisitor } from '../../openapi/visit-document.ts';
import type { Sources } from '../workspace/sources.ts';
import type { Definition } from '../workspace/workspace.ts';
import { describeCrash } from '../rule/describe-crash.ts';
import { findAffected } from './find-affected.ts';
import { ReferenceIndex, unused } from './reference-index.ts';

/** Checks an OpenAPI document against the rules that check such documents, in one walk. */
export function lintDefinition(
  definition: Definition,
  rules: readonly Rule[],
  settings: RuleSettings,
  sources: Sources,
): readonly Diagnostic[] {
  const document = openDocument(definition.contract);
  const references = new ReferenceIndex(definition);
  const runs = rules
    .filter((rule) => rule.checkDefinition && !settings.isOff(rule))
    .map((rule) => new RuleRun(rule, settings, definition));
  const checks = joinChecks(runs);
  visitDefinition(document, {
    ...checks,
    reference: (reference, holder, type) => {
      references.add(reference, holder);
      checks.reference?.({ reference, holder, type });
    },
  });
  if (definition.faults) dropConsequences(runs, definition.faults, references);
  return runs.flatMap((run) => run.toDiagnostics(references, sources));
}

/** Drops the findings that may follow from an error of the document alone. */
function dropConsequences(
  runs: readonly RuleRun[],
  faults: ReadonlySet<string>,
  references: ReferenceIndex,
): void {
  const affected = findAffected(faults, (pointer) => references.holdersOf(pointer));
  for (const run of runs) {
    const { reads } = run.rule;
    run.drop(({ at }) => {
      if (withEnclosing(at).some((pointer) => faults.has(pointer))) return true;
      if (reads === 'place') return false;
      if (reads === 'document') return true;
      return affected.has(reads === 'operation' ? operationAround(at) : at);
    });
  }
}

/** The pointer of the operation of a path that a place is in; that of the document if it is elsewhere. */
function operationAround(pointer: string): string {
  return pointer.startsWith('/paths/') ? pointer.split('/').slice(0, 4).join('/') : '';
}

type CheckName = keyof DefinitionChecks;

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

/** One visitor of all rules; a kind of node that no rule checks costs nothing. */
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

/** The target of a finding in a contract. */
interface Pointed {
  readonly at: string;
  readonly part?: Finding['part'] | undefined;
}

/** One rule on one document: its findings, and whether it failed. */
class RuleRun {
  readonly rule: Rule;
  readonly #settings: RuleSettings;
  readonly #definition: Definition;
  /** By the pointer that they are at. */
  readonly #findings = new Map<string, DefinitionFinding[]>();
  /** What the findings at a pointer say, if they are several. */
  readonly #keys = new Map<readonly DefinitionFinding[], Set<string>>();
  readonly #context;
  #crash: { readonly error: unknown } | undefined;

  constructor(rule: Rule, settings: RuleSettings, definition: Definition) {
    this.rule = rule;
    this.#settings = settings;
    this.#definition = definition;
    this.#context = {
      options: settings.optionsOf(rule, definition.place.file),
      report: (finding: DefinitionFinding) => this.#add(finding),
    };
  }

  #add(finding: DefinitionFinding): void {
    const known = this.#findings.get(finding.at);
    if (!known) return void this.#findings.set(finding.at, [finding]);
    const keys = this.#keys.get(known) ?? new Set(known.map(keyOf));
    this.#keys.set(known, keys);
    if (keys.has(keyOf(finding))) return;
    keys.add(keyOf(finding));
    known.push(finding);
  }

  /** The rule's check for a kind of node, if it has one; a rule that failed once checks no further nodes. */
  checkOf(name: CheckName): ((node: never) => void) | undefined {
    const checks = this.rule.checkDefinition;
    const check: ((node: never, context: DefinitionContext) => void) | undefined =
      checks?.[name]?.bind(checks);
    return check && ((node) => this.#run(check, node));
  }

  #run(check: (node: never, context: DefinitionContext) => void, node: never): void {
    if (this.#crash) return;
    try {
      check(node, this.#context);
    } catch (error) {
      this.#crash = { error };
    }
  }

  drop(isDropped: (finding: DefinitionFinding) => boolean): void {
    for (const [at, findings] of this.#findings) {
      this.#findings.set(
        at,
        findings.filter((finding) => !isDropped(finding)),
      );
    }
  }

  toDiagnostics(references: ReferenceIndex, sources: Sources): readonly Diagnostic[] {
    const { rule } = this;
    const found = [...this.#findings.values()].flat().flatMap((finding) => {
      const located = this.#locate(finding, references);
      const severity = this.#settings.severityOf(rule, located.at.file);
      return severity === 'off' ? [] : [toDiagnostic(rule.name, severity, located, sources)];
    });
    const crash = this.#crash;
    if (!crash) return found;
    return [...found, describeCrash(rule, crash.error, this.#definition.place, sources)];
  }

  #placeOfKey({ at, part }: Pointed): Place | undefined {
    return part === 'key' ? placeOfKeyElsewhere(this.#definition, at) : undefined;
  }

  /** The finding by places of the sources, with those that refer to it. */
  #locate(finding: DefinitionFinding, references: ReferenceIndex): Finding {
    const { at, related = [], fix, ...said } = finding;
    const originOf = (pointer: string) => this.#definition.originOf(pointer);
    const elsewhere = this.#placeOfKey(finding);
    const uses = elsewhere ? unused : references.usesOf(at);
    const others = related.map((one) => ({ ...one, at: this.#placeOfKey(one) ?? originOf(one.at) }));
    return {
      ...said,
      at: elsewhere ?? originOf(at),
      related: [...others, ...uses.related],
      ...(uses.more > 0 && { moreUses: uses.more }),
      ...(fix && {
        fix: { ...fix, steps: fix.steps.map((step) => ({ ...step, at: originOf(step.at) })) },
      }),
    };
  }
}

/** Of findings at one pointer, those with the same key are the same. */
function keyOf({ part = 'value', message }: DefinitionFinding): string {
  return `${part} ${message}`;
}

/**
 * The location of the key at a pointer of a contract if its value is in another file: next to the `$ref` that the value
 * has replaced, as the path does whose item is `{ $ref: ./dogs.yaml }`. Undefined if the two are together.
 */
function placeOfKeyElsewhere(definition: Definition, pointer: string): Place | undefined {
  const reference = definition.referenceTo(pointer);
  const key = splitPointer(pointer).at(-1);
  if (!reference || key === undefined) return undefined;
  const holder = pointer.slice(0, pointer.lastIndexOf('/'));
  if (isSame(definition.referenceTo(holder), reference)) return undefined;
  return placeOf(definition.originOf(holder), key);
}

function isSame(one: Place | undefined, other: Place): boolean {
  return one?.file === other.file && one.document === other.document && one.pointer === other.pointer;
}
