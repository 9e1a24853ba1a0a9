import { escapeToken } from '../../../../source/place.ts';
import type { FlatSchema } from './flat-schema.ts';
import type { Direction, SchemaFacts } from './schema-fact.ts';
import type { SchemaNode } from './flat-schema.ts';

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
    else if (now) {
      sayAdded(facts, name, head);
      compareWithUnnamed(facts, name, now, base);
      if (base.required.has(name)) compareRequired(facts, name, base, head);
    }
  }
}

/** What is described by its name now could be there before, as the schemas of other properties allow. */
function compareWithUnnamed(facts: SchemaFacts, name: string, now: SchemaNode, base: FlatSchema): void {
  if (base.properties.has(name)) return;
  const patterns = [...base.patternProperties].filter(([pattern]) => matches(pattern, name));
  const rest = typeof base.additional === 'string' ? [] : [base.additional];
  const step = `/${escapeToken(name)}`;
  for (const old of patterns.length > 0 ? patterns.map(([, node]) => node) : rest)
    facts.compare(step, old, now);
}

/** A pattern that is no regular expression fits nothing. */
function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return false;
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
      before === 'open' ? anything.base(facts.base) : before,
      after === 'open' ? anything.head(facts.head) : after,
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
    else if (base.additional !== 'open' || head.additional !== 'open')
      // A name that fits is judged by the pattern on one side, and by what is said of other properties on the other.
      facts.say('constraint-changed', {
        step,
        ...(old ? { before: pattern } : { after: pattern }),
        what: `${old ? 'gone' : 'new'} beside other properties that are limited`,
        keyword,
      });
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
  compareTuples(facts, base, head);
  compareFirstItems(facts, base, head, anything);
  if (!base.items && !head.items) return;
  facts.compare('/*', base.items ?? anything.base(facts.base), head.items ?? anything.head(facts.head));
}

/** Against a list that says nothing of its items they are one constraint, which is told as such. */
function compareFirstItems(facts: SchemaFacts, base: FlatSchema, head: FlatSchema, anything: Anything): void {
  const saysNothing = ({ tuple, items }: FlatSchema) => tuple.length === 0 && !items;
  if (saysNothing(base) || saysNothing(head)) return;
  for (let index = 0; index < Math.max(base.tuple.length, head.tuple.length); index += 1) {
    const [old, now] = [base.tuple[index] ?? base.items, head.tuple[index] ?? head.items];
    facts.compare(`/${index}`, old ?? anything.base(facts.base), now ?? anything.head(facts.head));
  }
}

/** Whether the first items have schemas of their own is said once; the schemas are compared one by one. */
function compareTuples(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.tuple.length > 0, head.tuple.length > 0];
  const keyword = 'prefixItems';
  const what = 'the first items have schemas of their own';
  if (after && !before) facts.say('constraint-added', { action: 'add', what, keyword });
  if (before && !after)
    facts.say('constraint-removed', { action: 'remove', what: `${what} no longer`, keyword });
}

/** The schemas that allow everything, of each document, told of where another stands. */
export interface Anything {
  readonly base: (beside: SchemaNode) => SchemaNode;
  readonly head: (beside: SchemaNode) => SchemaNode;
}
