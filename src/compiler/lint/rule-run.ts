import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { type Place, placeOf, splitPointer } from '#source/place.ts';
import type { Rule } from '#compiler/rule/define-rule.ts';
import type {
  DefinitionChecks,
  DefinitionContext,
  DefinitionFinding,
} from '#compiler/rule/definition-checks.ts';
import { describeCrash } from '#compiler/rule/describe-crash.ts';
import type { RuleSettings } from '#compiler/rule/rule-settings.ts';
import { toDiagnostic, type Finding } from '#compiler/workspace/finding.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import { type ReferenceIndex, unused } from './reference-index.ts';

export type CheckName = keyof DefinitionChecks;

/** The target of a finding in a contract. */
interface Pointed {
  readonly at: string;
  readonly part?: Finding['part'] | undefined;
}

/** One rule on one document: its findings, and whether it failed. */
export class RuleRun {
  readonly rule: Rule;
  readonly #settings: RuleSettings;
  readonly #definition: Definition;
  /** The findings by their pointers. */
  readonly #findings = new Map<string, DefinitionFinding[]>();
  /** The keys of the findings in a list, if it contains more than one. */
  readonly #keys = new Map<readonly DefinitionFinding[], Set<string>>();
  readonly #context;
  #crash: { readonly error: unknown } | undefined;
  /** Receives every finding, repeated ones included. */
  listener: ((finding: DefinitionFinding) => void) | undefined;

  constructor(rule: Rule, settings: RuleSettings, definition: Definition) {
    this.rule = rule;
    this.#settings = settings;
    this.#definition = definition;
    this.#context = {
      options: settings.optionsOf(rule, definition.place.file),
      report: (finding: DefinitionFinding) => {
        this.listener?.(finding);
        this.add(finding);
      },
    };
  }

  get hasCrashed(): boolean {
    return this.#crash !== undefined;
  }

  add(finding: DefinitionFinding): void {
    const known = this.#findings.get(finding.at);
    if (!known) return void this.#findings.set(finding.at, [finding]);
    const keys = this.#keys.get(known) ?? new Set(known.map(keyOf));
    this.#keys.set(known, keys);
    if (keys.has(keyOf(finding))) return;
    keys.add(keyOf(finding));
    known.push(finding);
  }

  /** The rule's check for a kind of node, if it has one; a rule that crashed checks no further nodes. */
  checkOf(name: CheckName): ((node: never) => void) | undefined {
    const checks = this.rule.checkDefinition;
    const check: ((node: never, context: DefinitionContext) => void) | undefined = checks?.[name];
    return (
      check &&
      ((node) => {
        if (this.#crash) return;
        try {
          check.call(checks, node, this.#context);
        } catch (error) {
          this.#crash = { error };
        }
      })
    );
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

  /** Converts the pointers of a finding to places in the sources, and adds the places that refer to its value. */
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

/** A key that is equal for duplicates among the findings at one pointer. */
function keyOf({ part = 'value', message }: DefinitionFinding): string {
  return `${part} ${message}`;
}

/**
 * The location of the key at a pointer of a contract if its value is in another file: next to the `$ref` that the value
 * replaced, such as a path whose item is `{ $ref: ./dogs.yaml }`. Undefined if the key and its value are in the same
 * file.
 */
function placeOfKeyElsewhere(definition: Definition, pointer: string): Place | undefined {
  const reference = definition.referenceTo(pointer);
  if (!reference) return undefined;
  const key = splitPointer(pointer).at(-1);
  if (key === undefined) return undefined;
  const holder = pointer.slice(0, pointer.lastIndexOf('/'));
  if (isSame(definition.referenceTo(holder), reference)) return undefined;
  return placeOf(definition.originOf(holder), key);
}

function isSame(one: Place | undefined, other: Place): boolean {
  return one?.file === other.file && one.document === other.document && one.pointer === other.pointer;
}
