import { splitPointer } from '#source/place.ts';
import type { FlatSchema, SchemaNode } from '../../../keywords/facts/flat-schema.ts';
import type { TextPair } from '../../../sent-as-text/find-refused.ts';
import type { Direction } from '../../../keywords/facts/schema-fact.ts';
import type { ContractMedia } from '../read-bodies.ts';
import { anyItem, usualPart, type ContractPart } from './read-parts.ts';
import { hasConditions } from '../../../keywords/conditions/conditions.ts';
import { itemAt, itemsOf } from '../../../keywords/items.ts';
import { hasPatterns, propertyNamed, schemaOfOthers } from '../../../keywords/property-facts.ts';
import { hasChoices } from '../../../keywords/resolve-choices.ts';

/** A part of a body: its serialization and its schema. */
export interface DescribedPart extends ContractPart {
  /** Undefined if the body's schema does not describe the part, or describes it for some values only. */
  readonly schema: SchemaNode | undefined;
}

/** A part of a body in both documents. */
export interface PartPair {
  /** The path under which changes of the part are reported. */
  readonly where: string;
  readonly old: DescribedPart;
  readonly now: DescribedPart;
  readonly direction: Direction;
  /** The declarations of a form field in both documents; undefined for other parts. */
  readonly text: TextPair | undefined;
  /** Whether the part is a form field, which has no headers and is a text unless it declares a media type. */
  readonly isField: boolean;
}

/** The part at a step from the body's schema; an item without its own encoding has the encoding of further items. */
export function partAt({ parts, schema }: ContractMedia, step: string): DescribedPart {
  const [name = ''] = splitPointer(step);
  const ofItems = isIndex(name) ? parts.get(anyItem) : undefined;
  return { ...(parts.get(step) ?? ofItems ?? usualPart), schema: schemaOf(schema.flat, name) };
}

function schemaOf(flat: FlatSchema, name: string): SchemaNode | undefined {
  const ofItem = isIndex(name) ? itemAt(Number(name), flat) : undefined;
  return propertyNamed(name, flat) ?? ofItem ?? (name === '*' ? itemsOf(flat) : undefined);
}

function isIndex(name: string): boolean {
  return /^\d+$/.test(name);
}

/** Whether a schema names every part that an encoding may refer to (OpenAPI 3.1, section 4.8.14). */
export function namesAllParts({ schema: { flat } }: ContractMedia): boolean {
  if (hasChoices(flat) || hasConditions(flat) || hasPatterns(flat)) return false;
  return schemaOfOthers(flat) === undefined && !flat.types.has('array');
}
