import type { JsonObject } from '#compiled/json.ts';
import type { ChangeCollector } from './change-collector.ts';
import type { ContractSide } from '../schemas/contract-side.ts';
import type { OperationNode } from '#openapi/model.ts';
import type { Direction } from '../keywords/facts/schema-fact.ts';
import type { SchemaNode } from '../keywords/facts/flat-schema.ts';

/** A part with a schema and documentation. */
interface Described {
  readonly schema: SchemaNode;
  readonly documentation: JsonObject;
  readonly pointer: string;
}

interface OperationPairOptions {
  readonly base: OperationNode;
  readonly head: OperationNode;
  readonly sides: { readonly base: ContractSide; readonly head: ContractSide };
  readonly collector: ChangeCollector;
  /** The operation under which changes are reported; for a callback, the operation that triggers it. */
  readonly label: string;
  /** The prefix of the paths of changes; for a callback, its name. */
  readonly prefix?: string;
  /** Whether the API calls its caller. */
  readonly isCallback?: boolean;
}

/** An operation in both documents. */
export class OperationPair {
  readonly base: OperationNode;
  readonly head: OperationNode;
  readonly sides: OperationPairOptions['sides'];
  readonly label: string;
  /** Whether the API calls its caller. */
  readonly isCallback: boolean;
  /** Whether callers send or read the values in its requests and responses. */
  readonly directions: { readonly request: Direction; readonly response: Direction };
  readonly #collector: ChangeCollector;
  readonly #prefix: string;

  constructor({
    base,
    head,
    sides,
    collector,
    label,
    prefix = '',
    isCallback = false,
  }: OperationPairOptions) {
    this.base = base;
    this.head = head;
    this.sides = sides;
    this.label = label;
    this.isCallback = isCallback;
    this.directions = isCallback
      ? { request: 'response', response: 'request' }
      : { request: 'request', response: 'response' };
    this.#collector = collector;
    this.#prefix = prefix;
  }

  /** Whether the gateway checks the operation's requests: callbacks do not pass through the gateway. */
  get isChecked(): boolean {
    return !this.isCallback;
  }

  /** The part of the call with the given direction: in callbacks and webhooks, callers read the request. */
  partIn(direction: Direction): 'request' | 'response' {
    return this.directions.request === direction ? 'request' : 'response';
  }

  /** The pair of operations of a callback that this operation triggers. */
  callback(name: string, base: OperationNode, head: OperationNode): OperationPair {
    const [sides, collector, label] = [this.sides, this.#collector, this.label];
    return new OperationPair({
      base,
      head,
      sides,
      collector,
      label,
      prefix: this.#path(name),
      isCallback: true,
    });
  }

  report(change: Parameters<ChangeCollector['add']>[1]): void {
    const { isCallback } = this;
    this.#collector.add(this.label, { ...change, isCallback, path: this.#path(change.path) });
  }

  /** Reports that this operation cannot be compared. */
  reportEntangled(): void {
    const at = { base: this.base.pointer, head: this.head.pointer };
    this.#collector.addEntangled(this.label, this.#prefix, { direction: 'request', at });
  }

  compareSchemas(
    path: string,
    base: Described,
    head: Described,
    direction: Direction,
    sending: Omit<Parameters<ChangeCollector['addSchemas']>[2], 'base' | 'head' | 'direction'> = {},
  ): void {
    const schemas = { base: base.schema, head: head.schema, direction };
    this.#collector.addSchemas(this.label, this.#path(path), { ...schemas, ...sending });
  }

  compareDocumentation(path: string, base: Omit<Described, 'schema'>, head: Omit<Described, 'schema'>): void {
    this.#collector.addDocumentation(this.label, this.#path(path), base, head);
  }

  #path(path: string): string {
    return [this.#prefix, path].filter((part) => part !== '').join(' ');
  }
}
