import type { Json } from '#compiled/json.ts';
import type { Action, ChangedLimit } from '../../../change.ts';
import { contractChangeKinds, type ContractChangeId } from '../../contract-change-kinds.ts';
import type { SchemaNode } from './flat-schema.ts';

/** Whether the values of a schema are in requests or in responses. */
export type Direction = 'request' | 'response';

/** One difference between two schemas, independent of operations. */
export interface SchemaFact {
  readonly id: ContractChangeId;
  readonly action: Action;
  /** The path below the schema, such as `/name`; empty for the schema itself. */
  readonly step: string;
  /** Distinguishes facts of one kind at the same location, such as `maxLength`. */
  readonly of?: string;
  /** The part of the schema that changes: `type`; absent if the schema as a whole does. */
  readonly part?: string;
  /** The end of a sentence, without a full stop: `string → integer`. */
  readonly what: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly limit?: ChangedLimit;
  readonly at: { readonly base: string; readonly head: string };
}

/** Two subschemas at the same path of the compared schemas. */
export interface ChildPair {
  readonly step: string;
  readonly base: SchemaNode;
  readonly head: SchemaNode;
  /**
   * Whether the pair is harmless since it consists of alternatives, and others allow or describe all values that are
   * sent.
   */
  readonly isCovered: boolean;
}

type AspectIn<D extends Direction> = ContractChangeId extends infer Id
  ? Id extends `${D}-${infer Rest}`
    ? Rest
    : never
  : never;

/** A kind of difference that exists for requests and responses, without that prefix: `type-narrowed`. */
export type Aspect = AspectIn<'request'> & AspectIn<'response'>;

interface FactDetail {
  readonly part?: string;
  readonly what: string;
  readonly action?: Action;
  readonly step?: string;
  readonly of?: string;
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
  readonly limit?: ChangedLimit;
  /** The keyword at which the difference is located in both schemas. */
  readonly keyword?: string;
  /** The location of the difference, if it is not a keyword. */
  readonly at?: { readonly base?: string | undefined; readonly head?: string | undefined };
}

/** Collects the differences between two schemas in one direction. */
export class SchemaFacts {
  readonly base: SchemaNode;
  readonly head: SchemaNode;
  readonly direction: Direction;
  readonly all: SchemaFact[] = [];
  readonly children: ChildPair[] = [];
  /** Whether a difference is harmless only to callers who send and read what base describes. */
  isAssumed = false;
  /** Whether responses lose a possible value without a report. */
  describesLess = false;
  readonly #directionTests: (() => boolean)[] = [];
  #dependsOnDirection: boolean | undefined;

  constructor(base: SchemaNode, head: SchemaNode, direction: Direction) {
    this.base = base;
    this.head = head;
    this.direction = direction;
  }

  /** Whether a read-only or write-only part may lead to a different result in the other direction. */
  get dependsOnDirection(): boolean {
    this.#dependsOnDirection ??= this.#directionTests.some((depends) => depends());
    return this.#dependsOnDirection;
  }

  /** Adds a test for `dependsOnDirection`, which runs lazily, since most callers never read the property. */
  mayDependOnDirection(depends: () => boolean): void {
    this.#directionTests.push(depends);
  }

  /** Reports a difference whose kind depends on the direction. */
  report(aspect: Aspect, detail: FactDetail): void {
    this.reportAs(`${this.direction}-${aspect}`, detail);
  }

  reportAs(
    id: ContractChangeId,
    { part, what, action = 'change', step = '', of, before, after, limit, ...where }: FactDetail,
  ): void {
    this.all.push({
      id,
      action,
      step,
      ...(of !== undefined && { of }),
      ...(part !== undefined && { part }),
      what,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      ...(limit && { limit }),
      at: {
        base: where.at?.base ?? placeIn(this.base, where.keyword),
        head: where.at?.head ?? placeIn(this.head, where.keyword),
      },
    });
  }

  compare(step: string, base: SchemaNode, head: SchemaNode, isCovered = false): void {
    this.children.push({ step, base, head, isCovered });
  }
}

function placeIn({ parts, flat }: SchemaNode, keyword: string | undefined): string {
  return (keyword === undefined ? undefined : flat.origins.get(keyword)) ?? pointerOf({ parts });
}

/** The pointer of a node's schema; for combined schemas, the pointer of the first. */
export function pointerOf({ parts: [first] }: Pick<SchemaNode, 'parts'>): string {
  return first?.pointer ?? '';
}

/** The differences of two schemas, and the child schemas to compare. */
export type SchemaDifference = Pick<
  SchemaFacts,
  'all' | 'children' | 'isAssumed' | 'describesLess' | 'dependsOnDirection'
>;

/** Kinds that are risky but harmless: undescribed properties are accepted, and optional ones may be missing. */
const harmless: ReadonlySet<string> = new Set([
  'request-property-removed',
  'response-optional-property-removed',
]);

export function isHarmlessFact({ id }: SchemaFact): boolean {
  const { compatibility } = contractChangeKinds[id];
  return compatibility === 'compatible' || compatibility === 'text' || harmless.has(id);
}
