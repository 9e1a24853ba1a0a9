import { escapeToken } from '../../../../source/place.ts';
import type { FlatSchema } from './flat-schema.ts';
import type { Direction, SchemaFacts } from './schema-fact.ts';
import type { SchemaNode } from './flat-schema.ts';

/** Compares the properties that are visible in a direction. */
export function compareProperties(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [visibleIn(facts.direction, base), visibleIn(facts.direction, head)];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name), after.get(name)];
    const step = `/${escapeToken(name)}`;
    if (old && now) {
      compareRequired(facts, name, base, head);
      facts.compare(step, old, now);
    } else if (old) reportRemoved(facts, name, base, head);
    else if (now) {
      reportAdded(facts, name, head);
      compareWithAdditional(facts, name, now, base);
      if (base.required.has(name)) compareRequired(facts, name, base, head);
    }
  }
}

/** A newly described property was allowed before as far as the schemas of other properties allowed it. */
function compareWithAdditional(facts: SchemaFacts, name: string, now: SchemaNode, base: FlatSchema): void {
  if (base.properties.has(name)) return;
  const patterns = [...base.patternProperties].filter(([pattern]) => matches(pattern, name));
  const rest = typeof base.additional === 'string' ? [] : [base.additional];
  const step = `/${escapeToken(name)}`;
  for (const old of patterns.length > 0 ? patterns.map(([, node]) => node) : rest)
    facts.compare(step, old, now);
}

/** An invalid regular expression matches nothing. */
function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return false;
  }
}

/** Requests do not contain read-only properties, responses no write-only ones. */
function visibleIn(direction: Direction, { properties }: FlatSchema): ReadonlyMap<string, SchemaNode> {
  const hides = ({ flat }: SchemaNode) => (direction === 'request' ? flat.readOnly : flat.writeOnly);
  return new Map([...properties].filter(([, node]) => !hides(node)));
}

function compareRequired(facts: SchemaFacts, name: string, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.required.has(name), head.required.has(name)];
  if (before === after) return;
  const detail = { step: `/${escapeToken(name)}`, before, after, keyword: 'required' };
  if (after) facts.report('property-became-required', { ...detail, what: 'became required' });
  else facts.report('property-became-optional', { ...detail, what: 'became optional' });
}

function reportRemoved(facts: SchemaFacts, name: string, base: FlatSchema, head: FlatSchema): void {
  const hidden = head.propertyPlaces.get(name);
  const at = { base: base.propertyPlaces.get(name), head: hidden };
  const step = `/${escapeToken(name)}`;
  const what = hidden ? `became ${facts.direction === 'request' ? 'read' : 'write'}-only` : 'was removed';
  const detail = { action: 'remove', step, what, at } as const;
  if (facts.direction === 'response') {
    const isRequired = base.required.has(name);
    facts.reportAs(`response-${isRequired ? 'required' : 'optional'}-property-removed`, detail);
  } else if (head.additional === 'closed' && !hidden) {
    facts.reportAs('request-property-forbidden', { ...detail, what: 'was removed and is now rejected' });
  } else facts.reportAs('request-property-removed', detail);
}

function reportAdded(facts: SchemaFacts, name: string, head: FlatSchema): void {
  const isRequired = head.required.has(name);
  const detail = {
    action: 'add',
    step: `/${escapeToken(name)}`,
    at: { head: head.propertyPlaces.get(name) },
  } as const;
  if (facts.direction === 'response') {
    facts.reportAs('response-property-added', {
      ...detail,
      what: isRequired ? 'was added' : 'was added and is optional',
    });
  } else if (isRequired) {
    facts.reportAs('request-required-property-added', { ...detail, what: 'was added and is required' });
  } else facts.reportAs('request-optional-property-added', { ...detail, what: 'was added and is optional' });
}

/** Compares required names without a property schema. */
export function compareUndescribedNames(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const isUndescribed = (name: string) => !base.properties.has(name) && !head.properties.has(name);
  for (const name of [...new Set([...base.required, ...head.required])].filter(isUndescribed))
    compareRequired(facts, name, base, head);
}

/** Compares `additionalProperties` and `unevaluatedProperties`. */
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
    facts.report('additional-properties-closed', { what: 'no longer allows additional properties', keyword });
  } else if (before === 'closed') {
    facts.report('additional-properties-opened', { what: 'allows additional properties', keyword });
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
      // A matching name has the schema of the pattern on one side, and that of additional properties on the other.
      facts.report('constraint-changed', {
        step,
        ...(old ? { before: pattern } : { after: pattern }),
        what: `was ${old ? 'removed' : 'added'} while additional properties are restricted`,
        keyword,
      });
    else if (now)
      facts.report('constraint-added', { action: 'add', step, after: pattern, what: 'was added', keyword });
    else
      facts.report('constraint-removed', {
        action: 'remove',
        step,
        before: pattern,
        what: 'was removed',
        keyword,
      });
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

/** Against an unconstrained list they are one constraint, which `compareTuples` reports. */
function compareFirstItems(facts: SchemaFacts, base: FlatSchema, head: FlatSchema, anything: Anything): void {
  const saysNothing = ({ tuple, items }: FlatSchema) => tuple.length === 0 && !items;
  if (saysNothing(base) || saysNothing(head)) return;
  for (let index = 0; index < Math.max(base.tuple.length, head.tuple.length); index += 1) {
    const [old, now] = [base.tuple[index] ?? base.items, head.tuple[index] ?? head.items];
    facts.compare(`/${index}`, old ?? anything.base(facts.base), now ?? anything.head(facts.head));
  }
}

/** Reports once that the first items gain or lose schemas; `compareFirstItems` compares these schemas. */
function compareTuples(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.tuple.length > 0, head.tuple.length > 0];
  const keyword = 'prefixItems';
  const part = 'schemas of the first items';
  if (after && !before)
    facts.report('constraint-added', { action: 'add', part, what: 'were added', keyword });
  if (before && !after)
    facts.report('constraint-removed', { action: 'remove', part, what: 'were removed', keyword });
}

/** Schemas that allow everything, for each document, at the location of a given schema. */
export interface Anything {
  readonly base: (beside: SchemaNode) => SchemaNode;
  readonly head: (beside: SchemaNode) => SchemaNode;
}
