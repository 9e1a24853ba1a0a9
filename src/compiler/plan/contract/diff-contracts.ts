import { type JsonObject, sameJson } from '#compiled/json.ts';
import { ChangeCollector } from './pairs/change-collector.ts';
import { compareImpliedMethod, findImplied, findSuccessor } from './operations/compare-implied-method.ts';
import { compareOperations, webhooksOf } from './operations/compare-operations.ts';
import { compareRoots } from './operations/compare-roots.ts';
import type { ContractChange } from './contract-change.ts';
import { openContract, type ContractSides } from './schemas/contract-side.ts';
import { OperationPair } from './pairs/operation-pair.ts';
import { matchOperations } from '../declarations/match-operations.ts';
import { compareNewPaths } from './operations/new-paths/compare-new-paths.ts';
import type { OperationNode } from '#openapi/model.ts';
import { SchemaComparer } from './schemas/schema-comparer.ts';
import { compareSecurity } from './operations/security/compare-security.ts';
import { UnchangedParts } from './schemas/unchanged-parts.ts';
import { compareUnusedComponents } from './operations/unused-components.ts';
import { compatibilityOf } from './contract-change-kinds.ts';
import { mayFail } from './pairs/may-fail.ts';

/** Passes on only the changes that may make calls fail. */
class BreakingChanges extends ChangeCollector {
  readonly #target: ChangeCollector;

  constructor(target: ChangeCollector, ...compared: ConstructorParameters<typeof ChangeCollector>) {
    super(...compared);
    this.#target = target;
  }

  override add(...[operation, change]: Parameters<ChangeCollector['add']>): void {
    const compatibility = compatibilityOf(change.id, change.isCallback ?? false);
    if (mayFail({ ...change, compatibility })) this.#target.add(operation, change);
  }
}

/**
 * The differences between two OpenAPI documents for callers. Schemas are compared by meaning, with references resolved
 * and `allOf` merged, so names of components and the split into components do not matter.
 */
export function diffContracts(base: JsonObject, head: JsonObject): readonly ContractChange[] {
  const sides = { base: openContract(base), head: openContract(head) };
  const unchanged = new UnchangedParts(sides.base, sides.head);
  const comparer = new SchemaComparer(sides.base.nodes, sides.head.nodes, unchanged);
  const collector = new ChangeCollector(comparer, sides.base.document, sides.head.document);
  const breaking = new BreakingChanges(collector, comparer, sides.base.document, sides.head.document);
  compareRoots(sides, collector);
  const differ = new ContractDiffer(sides, unchanged, { comparer, collector, breaking });
  differ.comparePaths();
  differ.compareWebhooks();
  compareUnusedComponents(sides, comparer, collector);
  return collector.all;
}

interface Collectors {
  readonly comparer: SchemaComparer;
  readonly collector: ChangeCollector;
  /** Receives the changes of operations that only one side declares, and drops those that break no calls. */
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

  comparePaths(): void {
    const { base: before, head: after } = this.#sides;
    const { pairs, removed, added } = matchOperations(
      before.document.operations,
      after.document.operations,
      ({ method, path }) => ({ method, template: path.template }),
    );
    for (const [old, now] of pairs) this.#comparePair(old, now);
    compareNewPaths({ sides: this.#sides, comparer: this.#comparer }, pairs, this.#collector);
    for (const operation of removed) this.#addRemoved(operation);
    for (const operation of added) this.#addAdded(operation);
  }

  #addRemoved(base: OperationNode): void {
    const head = findSuccessor(this.#sides, base);
    if (head) return this.#addLeftToGet(base, head);
    const at = { base: base.pointer, head: '/paths' };
    const change = { action: 'remove', path: '', what: 'was removed', at } as const;
    this.#collector.add(base.name, { ...change, id: 'operation-removed' });
  }

  #addLeftToGet(base: OperationNode, head: OperationNode): void {
    const at = { base: base.pointer, head: head.pointer };
    const change = { action: 'remove', path: '', what: 'was removed, and is served like GET', at } as const;
    this.#collector.add(base.name, { ...change, id: 'operation-left-to-get' });
    this.#compare(this.#impliedPair(base.name, base, head));
    // Changes of who may call are reported even if they break no callers.
    compareSecurity(this.#impliedPair(base.name, base, head, this.#collector));
  }

  #addAdded(head: OperationNode): void {
    const at = { base: '/paths', head: head.pointer };
    const change = { action: 'add', path: '', what: 'was added', at } as const;
    this.#collector.add(head.name, { ...change, id: 'operation-added' });
    const base = findImplied(this.#sides.base.document, head);
    if (base) this.#compare(this.#impliedPair(head.name, base, head), compareImpliedMethod);
  }

  /**
   * Compares an operation on both sides. If its schemas are too entangled to compare, reports that; the comparison of
   * other operations continues.
   */
  #compare(pair: OperationPair, compare = compareOperations): void {
    this.#comparer.compareWithin(
      () => compare(pair),
      () => pair.reportEntangled(),
    );
  }

  /** A pair of which only one side declares the method. */
  #impliedPair(
    label: string,
    base: OperationNode,
    head: OperationNode,
    collector = this.#breaking,
  ): OperationPair {
    return new OperationPair({ base, head, sides: this.#sides, collector, label });
  }

  compareWebhooks(): void {
    const [before, after] = [webhooksOf(this.#sides.base.document), webhooksOf(this.#sides.head.document)];
    for (const [label, base] of before) {
      const head = after.get(label);
      if (head) this.#compare(this.#pair(label, base, head, true));
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
    this.#compare(this.#pair(head.name, base, head, false));
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
