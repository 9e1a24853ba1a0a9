import type { ContractSide } from '../../schemas/contract-side.ts';
import type { OperationPair } from '../../pairs/operation-pair.ts';
import type { FlatSchema } from '../../keywords/facts/flat-schema.ts';
import { isForm } from './parts/media-pair.ts';
import type { ContractMedia, MediaByType } from './read-bodies.ts';
import { describesRefused, hasPatterns, isClosed, schemaOfOthers } from '../../keywords/property-facts.ts';

/**
 * The request bodies of both sides without what forms say of fields that they do not declare, which the gateway does not
 * read; unchanged if a form describes such fields, since clients may send what it says.
 */
export function withDeclaredFields(
  { isChecked, sides }: OperationPair,
  before: MediaByType,
  after: MediaByType,
): readonly [MediaByType, MediaByType] {
  const forms = [...before, ...after].filter(([type]) => isForm(type));
  if (!isChecked || forms.some(([, { schema }]) => describesOthers(schema.flat))) return [before, after];
  return [withOpenForms(before, sides.base), withOpenForms(after, sides.head)];
}

function describesOthers(flat: FlatSchema): boolean {
  return schemaOfOthers(flat) !== undefined || hasPatterns(flat) || describesRefused(flat);
}

function withOpenForms(media: MediaByType, { nodes }: ContractSide): MediaByType {
  const open = (type: string, one: ContractMedia) =>
    isForm(type) && isClosed(one.schema.flat) ? { ...one, schema: nodes.withoutOthers(one.schema) } : one;
  return new Map([...media].map(([type, one]) => [type, open(type, one)]));
}
