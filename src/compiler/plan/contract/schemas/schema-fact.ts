import type { Json } from '../../../../compiled/json.ts';
import type { Action } from '../../change.ts';
import type { ContractChangeId } from '../contract-change-kinds.ts';
import type { SchemaNode } from './flat-schema.ts';

/** Who makes the values of a schema: callers, or those who answer them. */
export type Direction = 'request' | 'response';

/** One difference between two schemas, whatever operations use them. */
export interface SchemaFact {
  readonly id: ContractChangeId;
  readonly action: Action;
  /** Where below the schema, as `/name`; empty for the schema itself. */
  readonly step: string;
  /** Of several of one kind at one place, which: `maxLength`. */
  readonly of?: string;
  /** The end of a sentence, without a full stop: `type string → integer`. */
  readonly what: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly at: { readonly base: string; readonly head: string };
}

/** Two schemas that stand at the same place below two others. */
export interface ChildPair {
  readonly step: string;
  readonly base: SchemaNode;
  readonly head: SchemaNode;
}

type AspectIn<D extends Direction> = ContractChangeId extends infer Id
  ? Id extends `${D}-${infer Rest}`
    ? Rest
    : never
  : never;

/** What may differ in both directions: `type-narrowed`. */
export type Aspect = AspectIn<'request'> & AspectIn<'response'>;

interface FactDetail {
  readonly what: string;
  readonly action?: Action;
  readonly step?: string;
  readonly of?: string;
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
  /** Where the difference stands: a keyword of the two schemas. */
  readonly keyword?: string;
  /** Where else it stands. */
  readonly at?: { readonly base?: string | undefined; readonly head?: string | undefined };
}

/** Gathers what differs between two schemas in one direction. */
export class SchemaFacts {
  readonly base: SchemaNode;
  readonly head: SchemaNode;
  readonly direction: Direction;
  readonly all: SchemaFact[] = [];
  readonly children: ChildPair[] = [];

  constructor(base: SchemaNode, head: SchemaNode, direction: Direction) {
    this.base = base;
    this.head = head;
    this.direction = direction;
  }

  /** A difference that both directions know. */
  say(aspect: Aspect, detail: FactDetail): void {
    this.sayOf(`${this.direction}-${aspect}`, detail);
  }

  sayOf(
    id: ContractChangeId,
    { what, action = 'change', step = '', of, before, after, ...where }: FactDetail,
  ): void {
    this.all.push({
      id,
      action,
      step,
      ...(of !== undefined && { of }),
      what,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      at: {
        base: where.at?.base ?? placeIn(this.base, where.keyword),
        head: where.at?.head ?? placeIn(this.head, where.keyword),
      },
    });
  }

  compare(step: string, base: SchemaNode, head: SchemaNode): void {
    this.children.push({ step, base, head });
  }
}

function placeIn({ parts, flat }: SchemaNode, keyword: string | undefined): string {
  return (keyword === undefined ? undefined : flat.origins.get(keyword)) ?? pointerOf({ parts });
}

/** Where a schema stands; of several that are joined, the first. */
export function pointerOf({ parts: [first] }: Pick<SchemaNode, 'parts'>): string {
  return first?.pointer ?? '';
}
