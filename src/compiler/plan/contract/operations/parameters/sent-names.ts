import type { ValueShape } from '#openapi/writing/value-shape.ts';
import type { Writing } from '#openapi/writing/writing.ts';
import type { SchemaNode } from '../../keywords/facts/flat-schema.ts';
import { isClosed, namedProperties } from '../../keywords/property-facts.ts';

interface NamedParameter {
  readonly name: string;
  readonly writing: Writing;
  readonly shape: ValueShape;
  readonly schema: SchemaNode;
}

/** A placeholder name for all members that the document does not declare. */
const anyMember = ' any ';

/** The names under which requests send a parameter. */
export function sentNamesOf({ name, writing, shape, schema }: NamedParameter): readonly string[] {
  if (writing === 'pairs') return [...(shape.properties?.keys() ?? [])];
  if (writing !== 'deep') return [name];
  const others = isClosed(schema.flat) ? [] : [anyMember];
  const members = [...namedProperties(schema.flat).keys(), ...others];
  return members.map((member) => `${name}[${member}]`);
}
