import type { OperationPair } from '../../pairs/operation-pair.ts';
import { compareMedia } from './compare-media.ts';
import { readRequestBody, type ContractBody, type ContractMedia, type MediaByType } from './read-bodies.ts';
import type { ContractSide } from '../../schemas/contract-side.ts';
import type { FlatSchema } from '../../keywords/facts/flat-schema.ts';
import { isForm } from './parts/media-pair.ts';
import { describesRefused, hasPatterns, isClosed, schemaOfOthers } from '../../keywords/property-facts.ts';

/** Compares request bodies. */
export function compareRequestBodies(pair: OperationPair): void {
  const before = readRequestBody(pair.base, pair.sides.base);
  const after = readRequestBody(pair.head, pair.sides.head);
  if (before && after) compareBodies(pair, before, after);
  else if (after) reportBodyAdded(pair, after);
  else if (before) reportBodyRemoved(pair, before);
}

/** Reports a body of head as added. */
export function reportRequestBody(pair: OperationPair): void {
  const after = readRequestBody(pair.head, pair.sides.head);
  if (after) reportBodyAdded(pair, after);
}

const path = 'request body';

function reportBodyAdded(pair: OperationPair, { required, pointer }: ContractBody): void {
  const kind = required ? 'required' : 'optional';
  const at = { base: pair.base.pointer, head: pointer };
  pair.report({
    id: `${kind}-request-body-added`,
    action: 'add',
    path,
    what: `was added and is ${kind}`,
    at,
  });
}

function reportBodyRemoved(pair: OperationPair, { pointer }: ContractBody): void {
  const at = { base: pointer, head: pair.head.pointer };
  pair.report({ id: 'request-body-removed', action: 'remove', path, what: 'was removed', at });
}

function compareBodies(pair: OperationPair, before: ContractBody, after: ContractBody): void {
  const change = { action: 'change', path, at: { base: before.pointer, head: after.pointer } } as const;
  if (!before.required && after.required)
    pair.report({ ...change, id: 'request-body-became-required', what: 'became required' });
  if (before.required && !after.required)
    pair.report({ ...change, id: 'request-body-became-optional', what: 'became optional' });
  pair.compareDocumentation(path, before, after);
  const direction = pair.directions.request;
  const [old, now] = withDeclaredFields(pair, before.media, after.media);
  const [base, head] = [
    { ...before, media: old },
    { ...after, media: now },
  ];
  compareMedia(pair, path, { base, head, part: 'request', direction });
}

/**
 * The request bodies of both sides. Forms lose their restriction of undeclared fields, which the gateway does not read,
 * unless a form has a schema for such fields: then clients may send them.
 */
function withDeclaredFields(
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
