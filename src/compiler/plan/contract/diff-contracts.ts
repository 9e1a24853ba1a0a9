import { canonicalJson } from '../../../compiled/canonical-json.ts';
import { digestOf } from '../../../compiled/digest.ts';
import { pick } from '../../../compiled/json.ts';
import type { JsonObject } from '../../../compiled/json.ts';
import { sameJson } from '../../../compiled/same-json.ts';
import { BreakingChanges } from './breaking-changes.ts';
import { ChangeCollector } from './change-collector.ts';
import { compareImpliedMethod, findImplied } from './compare-implied-method.ts';
import { compareOperations, webhooksOf } from './compare-operations.ts';
import type { ContractChange } from './contract-change.ts';
import { openContract, type ContractSide } from './contract-side.ts';
import { OperationPair } from './operation-pair.ts';
import { matchOperations } from './match-operations.ts';
import { compareNewPaths } from './new-paths/compare-new-paths.ts';
import type { OperationNode } from '../../../openapi/model.ts';
import { EntangledSchemasError } from './schemas/entangled-schemas-error.ts';
import { SchemaComparer } from './schemas/schema-comparer.ts';
import { UnchangedParts } from './unchanged-parts.ts';
import { compareUnusedComponents } from './unused-components.ts';

/**
 * The differences between two OpenAPI documents for callers. Schemas are compared by meaning, with references resolved and
 * `allOf` merged, so names of components and the split into components do not matter.
 */
export function diffContracts(base: JsonObject, head: JsonObject): readonly ContractChange[] {
  const sides = { base: openContract(base), head: openContract(head) };
  try {
    return compareSides(sides);
  } catch (error) {
    if (error instanceof EntangledSchemasError) return [reportEntangled(sides)];
    throw error;
  }
}

interface ContractSides {
  readonly base: ContractSide;
  readonly head: ContractSide;
}

function compareSides(sides: ContractSides): readonly ContractChange[] {
  const unchanged = new UnchangedParts(sides.base, sides.head);
  const comparer = new SchemaComparer(sides.base.nodes, sides.head.nodes, unchanged);
  const collector = new ChangeCollector(comparer, sides.base.document, sides.head.document);
  const breaking = new BreakingChanges(collector, comparer, sides.base.document, sides.head.document);
  const differ = new ContractDiffer(sides, unchanged, { comparer, collector, breaking });
  differ.compareRoots();
  differ.comparePaths();
  differ.compareWebhooks();
  compareUnusedComponents(sides, comparer, collector);
  return collector.all;
}

/** Documents that cannot be compared count as a breaking change of all operations. */
function reportEntangled({ base, head }: ContractSides): ContractChange {
  return {
    id: 'request-constraint-changed',
    compatibility: 'breaking',
    action: 'change',
    path: '',
    message: 'The schemas combine each other through allOf, anyOf and oneOf in too many ways to be compared.',
    before: digestOf(canonicalJson(base.document.root)),
    after: digestOf(canonicalJson(head.document.root)),
    at: { base: '', head: '' },
    operations: base.document.operations.map(({ name }) => name),
  };
}

interface Collectors {
  readonly comparer: SchemaComparer;
  readonly collector: ChangeCollector;
  /** Of the changes of methods that the gateway served without a declaration. */
  readonly breaking: ChangeCollector;
}

class ContractDiffer {
  readonly #sides: ContractSides;
  readonly #unchanged: UnchangedParts;
  readonly #comparer: SchemaComparer;
  readonly #collector: ChangeCollector;
  readonly #breaking: ChangeCollector;
  readonly #inheritsTheSame: boolean;

  constructor(
    sides: ContractSides,
    unchanged: UnchangedParts,
    { comparer, collector, breaking }: Collectors,
  ) {
    this.#sides = sides;
    this.#comparer = comparer;
    this.#unchanged = unchanged;
    this.#collector = collector;
    this.#breaking = breaking;
    this.#inheritsTheSame = sameJson(sides.base.document.inherited, sides.head.document.inherited);
  }

  /** Compares the documentation of the API; its servers are documentation too, since the gateway serves it. */
  compareRoots(): void {
    const [before, after] = [this.#sides.base.document, this.#sides.head.document];
    const names = Object.keys({ ...before.root, ...after.root }).toSorted();
    const documented = names
      .filter((name) => /^(info|tags|externalDocs|x-.*)$/.test(name))
      .map((name) => [name]);
    if (before.isSwagger === after.isSwagger) documented.push(['servers', 'host', 'basePath', 'schemes']);
    for (const together of documented) {
      const [base, head] = [before, after].map(({ root }) => ({
        documentation: pick(root, together),
        pointer: '',
      }));
      if (base && head) this.#collector.addDocumentation(undefined, '', base, head);
    }
  }

  comparePaths(): void {
    const { base: before, head: after } = this.#sides;
    const { pairs, removed, added } = matchOperations(
      before.document.operations,
      after.document.operations,
      ({ method, path }) => ({ method, template: path.template }),
    );
    for (const [old, now] of pairs) this.#comparePair(old, now);
    compareNewPaths({ sides: this.#sides, comparer: this.#comparer }, pairs, this.#collector);
    const root = { base: '/paths', head: '/paths' };
    for (const { name, pointer } of removed) {
      const at = { ...root, base: pointer };
      this.#collector.add(name, {
        id: 'operation-removed',
        action: 'remove',
        path: '',
        what: 'was removed',
        at,
      });
    }
    for (const operation of added) {
      const { name, pointer } = operation;
      const at = { ...root, head: pointer };
      this.#collector.add(name, { id: 'operation-added', action: 'add', path: '', what: 'was added', at });
      this.#compareImplied(operation);
    }
  }

  #compareImplied(head: OperationNode): void {
    const { sides, collector, label } = { sides: this.#sides, collector: this.#breaking, label: head.name };
    const base = findImplied(sides.base.document, head);
    if (base) compareImpliedMethod(new OperationPair({ base, head, sides, collector, label }));
  }

  compareWebhooks(): void {
    const [before, after] = [webhooksOf(this.#sides.base.document), webhooksOf(this.#sides.head.document)];
    for (const [label, base] of before) {
      const head = after.get(label);
      if (head) compareOperations(this.#pair(label, base, head, true));
      else {
        const at = { base: base.pointer };
        this.#collector.add(label, {
          id: 'callback-removed',
          action: 'remove',
          path: 'webhook',
          what: 'was removed',
          at,
        });
      }
    }
    for (const [label, { pointer }] of after) {
      if (before.has(label)) continue;
      const at = { head: pointer };
      this.#collector.add(label, {
        id: 'callback-added',
        action: 'add',
        path: 'webhook',
        what: 'was added',
        at,
      });
    }
  }

  #comparePair(base: OperationNode, head: OperationNode): void {
    this.#collector.addDocumentation(head.name, '', base.path, head.path);
    if (base.name === head.name && this.#isUnchanged(base, head)) return;
    compareOperations(this.#pair(head.name, base, head, false));
  }

  #pair(label: string, base: OperationNode, head: OperationNode, isCallback: boolean): OperationPair {
    return new OperationPair({
      base,
      head,
      label,
      isCallback,
      prefix: isCallback ? 'webhook' : '',
      sides: this.#sides,
      collector: this.#collector,
    });
  }

  #isUnchanged(base: OperationNode, head: OperationNode): boolean {
    return (
      this.#inheritsTheSame &&
      this.#unchanged.has(base.value, head.value) &&
      this.#unchanged.has(base.path.writtenParameters, head.path.writtenParameters)
    );
  }
}
