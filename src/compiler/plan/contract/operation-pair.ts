import type { JsonObject } from '../../../compiled/json.ts';
import type { ChangeCollector } from './change-collector.ts';
import type { ContractSide } from './contract-side.ts';
import type { OperationNode } from '../../../openapi/model.ts';
import type { Direction } from './schemas/schema-fact.ts';
import type { SchemaNode } from './schemas/flat-schema.ts';

/** Something that has a schema and a text for people. */
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
  /** The operation of the API that its changes are told of: of a callback, the one that causes it. */
  readonly label: string;
  /** What its changes start with: of a callback, its name. */
  readonly prefix?: string;
  /** Whether the caller of the API is called here. */
  readonly isCallback?: boolean;
}

/** An operation in both documents. */
export class OperationPair {
  readonly base: OperationNode;
  readonly head: OperationNode;
  readonly sides: OperationPairOptions['sides'];
  readonly label: string;
  /** Who makes the values of requests and of answers. */
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
    this.directions = isCallback
      ? { request: 'response', response: 'request' }
      : { request: 'request', response: 'response' };
    this.#collector = collector;
    this.#prefix = prefix;
  }

  /** The pair of an operation that this one causes. */
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

  say(change: Parameters<ChangeCollector['add']>[1]): void {
    this.#collector.add(this.label, { ...change, path: this.#path(change.path) });
  }

  compareSchemas(path: string, base: Described, head: Described, direction: Direction): void {
    this.#collector.addSchemas(this.label, this.#path(path), {
      base: base.schema,
      head: head.schema,
      direction,
    });
  }

  compareDocumentation(path: string, base: Omit<Described, 'schema'>, head: Omit<Described, 'schema'>): void {
    this.#collector.addDocumentation(this.label, this.#path(path), base, head);
  }

  #path(path: string): string {
    return [this.#prefix, path].filter((part) => part !== '').join(' ');
  }
}
