import { escapeToken } from '../../../source/place.ts';
import type { FlatSchema } from './flat-schema.ts';
import type { Direction, SchemaFacts } from './schema-fact.ts';
import type { SchemaNode } from './schema-nodes.ts';

/** Compares the properties of two schemas that callers or answers may have. */
export function compareProperties(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [visibleIn(facts.direction, base), visibleIn(facts.direction, head)];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name), after.get(name)];
    const step = `/${escapeToken(name)}`;
    if (old && now) {
      compareRequired(facts, name, base, head);
      facts.compare(step, old, now);
    } else if (old) sayRemoved(facts, name, base, head);
    else if (now) sayAdded(facts, name, head);
  }
}

/** Callers do not send what is read-only, answers do not hold what is write-only. */
function visibleIn(direction: Direction, { properties }: FlatSchema): ReadonlyMap<string, SchemaNode> {
  const hides = ({ flat }: SchemaNode) => (direction === 'request' ? flat.readOnly : flat.writeOnly);
  return new Map([...properties].filter(([, node]) => !hides(node)));
}

function compareRequired(facts: SchemaFacts, name: string, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.required.has(name), head.required.has(name)];
  if (before === after) return;
  const detail = { step: `/${escapeToken(name)}`, before, after, keyword: 'required' };
  if (after) facts.say('property-became-required', { ...detail, what: 'required, was optional' });
  else facts.say('property-became-optional', { ...detail, what: 'optional, was required' });
}

function sayRemoved(facts: SchemaFacts, name: string, base: FlatSchema, head: FlatSchema): void {
  const hidden = head.propertyPlaces.get(name);
  const at = { base: base.propertyPlaces.get(name), head: hidden };
  const step = `/${escapeToken(name)}`;
  const gone = hidden ? `${facts.direction === 'request' ? 'read' : 'write'}-only now` : 'gone';
  const detail = { action: 'remove', step, what: gone, at } as const;
  if (facts.direction === 'response') {
    const isRequired = base.required.has(name);
    facts.sayOf(`response-${isRequired ? 'required' : 'optional'}-property-removed`, detail);
  } else if (head.additional === 'closed' && !hidden) {
    facts.sayOf('request-property-forbidden', { ...detail, what: 'gone, and refused where it is sent' });
  } else facts.sayOf('request-property-removed', detail);
}

function sayAdded(facts: SchemaFacts, name: string, head: FlatSchema): void {
  const isRequired = head.required.has(name);
  const detail = {
    action: 'add',
    step: `/${escapeToken(name)}`,
    at: { head: head.propertyPlaces.get(name) },
  } as const;
  if (facts.direction === 'response') {
    facts.sayOf('response-property-added', { ...detail, what: isRequired ? 'new' : 'new and optional' });
  } else if (isRequired) {
    facts.sayOf('request-required-property-added', { ...detail, what: 'new and required' });
  } else facts.sayOf('request-optional-property-added', { ...detail, what: 'new and optional' });
}

/** Names that are required though no property describes them. */
export function compareBareNames(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const isBare = (name: string) => !base.properties.has(name) && !head.properties.has(name);
  for (const name of [...new Set([...base.required, ...head.required])].filter(isBare))
    compareRequired(facts, name, base, head);
}

/** Compares what properties without a description may be: nothing, anything, or what has a schema. */
export function compareAdditional(
  facts: SchemaFacts,
  base: FlatSchema,
  head: FlatSchema,
  anything: Anything,
): void {
  const [before, after] = [base.additional, head.additional];
  const keyword = [base, head].some(({ origins }) => origins.has('additionalProperties'))
    ? 'additionalProperties'
    : 'unevaluatedProperties';
  if (before === after) return;
  if (after === 'closed') {
    facts.say('additional-properties-closed', { what: 'other properties are not allowed any more', keyword });
  } else if (before === 'closed') {
    facts.say('additional-properties-opened', { what: 'other properties are allowed', keyword });
  } else {
    const [old, now] = [
      before === 'open' ? anything.base() : before,
      after === 'open' ? anything.head() : after,
    ];
    facts.compare('/{}', old, now);
  }
}

export function comparePatternProperties(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const keyword = 'patternProperties';
  for (const pattern of new Set([...base.patternProperties.keys(), ...head.patternProperties.keys()])) {
    const [old, now] = [base.patternProperties.get(pattern), head.patternProperties.get(pattern)];
    const step = `/{${pattern}}`;
    if (old && now) facts.compare(step, old, now);
    else if (now)
      facts.say('constraint-added', { action: 'add', step, after: pattern, what: 'new', keyword });
    else facts.say('constraint-removed', { action: 'remove', step, before: pattern, what: 'gone', keyword });
  }
}

export function compareItems(
  facts: SchemaFacts,
  base: FlatSchema,
  head: FlatSchema,
  anything: Anything,
): void {
  const isArray = ({ types }: FlatSchema) => types.has('array');
  if (!isArray(base) || !isArray(head)) return;
  const isTuple = compareTuples(facts, base, head);
  const length = isTuple ? Math.max(base.tuple.length, head.tuple.length) : 0;
  for (let index = 0; index < length; index += 1) {
    const [old, now] = [base.tuple[index] ?? base.items, head.tuple[index] ?? head.items];
    facts.compare(`/${index}`, old ?? anything.base(), now ?? anything.head());
  }
  if (!base.items && !head.items) return;
  facts.compare('/*', base.items ?? anything.base(), head.items ?? anything.head());
}

/** Whether both lists begin with items of their own, which are compared one by one. */
function compareTuples(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): boolean {
  const [before, after] = [base.tuple.length > 0, head.tuple.length > 0];
  const keyword = 'prefixItems';
  const what = 'the first items have schemas of their own';
  if (after && !before) facts.say('constraint-added', { action: 'add', what, keyword });
  if (before && !after)
    facts.say('constraint-removed', { action: 'remove', what: `${what} no longer`, keyword });
  return before && after;
}

/** The schemas that allow everything, one of each document. */
export interface Anything {
  readonly base: () => SchemaNode;
  readonly head: () => SchemaNode;
}
