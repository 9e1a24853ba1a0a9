import { isJsonObject, type Json, type JsonObject, valueAt } from '../../../../src/compiled/json.ts';
import type { ContractChange } from '../../../../src/compiler/plan/contract/contract-change.ts';
import {
  contractChangeKinds,
  type ContractChangeId,
} from '../../../../src/compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '../../../../src/compiler/plan/contract/diff-contracts.ts';
import { splitPointer } from '../../../../src/source/place.ts';
import {
  documentOf,
  forReaders,
  forTolerantReaders,
  withoutHidden,
  withoutReadOnly,
} from './caller-views.ts';
import { findChanged } from './changed-schemas.ts';
import type { Direction } from './complete-document.ts';
import {
  withChangedAlternatives,
  withOverlaps,
  withoutConditions,
  withoutLeastCounts,
} from './simplified-schemas.ts';
import { propertyNames } from './draw-schema.ts';
import { gatewayAccepts } from './gateway-accepts.ts';
import { drawInstances, type NearSchemas, type Schemas } from './near-schemas.ts';

/** What the plan reports of a pair, and what the validator of the gateway makes of drawn values. */
export interface Verdict {
  readonly changes: readonly ContractChange[];
  /** Values that break callers although no breaking or risky change is reported. */
  readonly missed: readonly Json[];
  /** The breaking changes of a pair that no drawn value distinguishes. */
  readonly alarms: readonly ContractChangeId[];
  /** Why they are reported all the same. */
  readonly reason?: string;
  /** Whether breaking changes are reported, and too few drawn values fit to expect that one shows them. */
  readonly isUndecided: boolean;
}

const few = 60;
/** Values are seldom drawn to more levels of properties and items. */
const deepest = 8;
/** The numbers of values that are drawn until one shows a breaking change. */
const rounds = [30, 400, 6000] as const;
/** How many values have to fit the side that callers follow, so that a breaking change is expected to show. */
const enough = 20;

/** Compares the plan's verdict on a pair with that of the gateway's validator. */
export function evaluatePair(pair: NearSchemas, direction: Direction): Verdict {
  const view = { ...pair, direction };
  const sides: Sides = [documentOf(pair.base, view), documentOf(pair.head, view)];
  const changes = diffContracts(...sides);
  const breaking = changes.filter(({ id }) => contractChangeKinds[id].compatibility === 'breaking');
  if (breaking.length > 0) return { changes, missed: [], ...findAlarms(pair, sides, direction, breaking) };
  const breaks = direction === 'request' ? breaksSender(pair, changes) : breaksReader(pair, changes);
  return { changes, missed: drawInstances(pair, few).filter(breaks), alarms: [], isUndecided: false };
}

type Sides = readonly [JsonObject, JsonObject];

function findAlarms(
  pair: NearSchemas,
  sides: Sides,
  direction: Direction,
  breaking: readonly ContractChange[],
): Pick<Verdict, 'alarms' | 'reason' | 'isUndecided'> {
  const [follows, takes] = inOrder(sides, direction);
  for (const count of rounds) {
    const fitting = drawInstances(pair, count).filter(follows);
    if (!fitting.every(takes)) return { alarms: [], isUndecided: false };
    if (count === rounds[2] && fitting.length < enough) return { alarms: [], isUndecided: true };
  }
  const simplified = simplifications.find(({ simplify }) => isShownIn(simplify, pair, direction));
  if (simplified) return { alarms: [], reason: simplified.reason, isUndecided: false };
  if (depthOf(pair.base.root) > deepest) return { alarms: [], isUndecided: true };
  const [reason] = breaking.flatMap((change) => reasonFor(change, sides) ?? []);
  const unfounded = breaking.filter((change) => reasonFor(change, sides) === undefined);
  const alarms = [...new Set(unfounded.map(({ id }) => id))].toSorted();
  return { alarms, ...(reason !== undefined && { reason }), isUndecided: false };
}

/** The number of levels of properties and items in a schema. */
function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Math.max(
    0,
    ...Object.entries(value).map(
      ([name, member]) => depthOf(member) + (name === 'properties' || name === 'items' ? 1 : 0),
    ),
  );
}

/** Checks of what callers follow and of what takes it. */
function inOrder(sides: Sides, direction: Direction): readonly [Accepts, Accepts] {
  const [before, after] = sides.map((side) => onceAsked(() => gatewayAccepts(side, direction))) as [
    Accepts,
    Accepts,
  ];
  return direction === 'request' ? [before, after] : [after, before];
}

type Simplify = (schemas: Schemas, changed: ReadonlySet<Json>) => Schemas;

/** What the plan does not read together: a value shows the change once it is left out of both sides. */
const simplifications: readonly {
  readonly simplify: Simplify;
  readonly reason: string;
}[] = [
  {
    simplify: withOverlaps,
    reason: 'alternatives of oneOf are compared with the values that fit others too',
  },
  {
    simplify: withChangedAlternatives,
    reason: 'an alternative is compared with others one by one',
  },
  { simplify: withoutConditions, reason: 'a value is compared without the conditions around it' },
  {
    simplify: withoutLeastCounts,
    reason: 'what an object or a list needs is read a few levels deep to find that no value exists',
  },
];

function isShownIn(simplify: Simplify, pair: NearSchemas, direction: Direction): boolean {
  const view = { ...pair, direction };
  const changed = findChanged(pair.base, pair.head);
  const [base, head] = [simplify(pair.base, changed), simplify(pair.head, changed)];
  const [follows, takes] = inOrder([documentOf(base, view), documentOf(head, view)], direction);
  return drawInstances({ ...pair, base, head }, rounds[1]).some((value) => follows(value) && !takes(value));
}

/** Why a change counts as breaking though no value shows it: by its kind, or by the keywords of what changes. */
const reasons = [
  { kinds: /discriminator-changed$/, reason: 'clients choose by the discriminator' },
  {
    kinds: /alternatives-became-exclusive$/,
    reason: 'alternatives overlap unless it is plain that they do not',
  },
  { kinds: /alternative-(added|removed)$/, reason: 'an alternative is compared with others one by one' },
  {
    kinds: /constraint-(added|changed|removed)$/,
    keywords: ['not', 'if', 'contains', 'propertyNames', 'dependentRequired'],
    reason: 'conditions are compared by themselves, not with the keywords next to them',
  },
  {
    keywords: ['pattern', 'patternProperties', 'multipleOf'],
    reason: 'patterns and factors are not compared with other keywords',
  },
] as const;

function reasonFor({ id, at }: ContractChange, [base, head]: Sides): string | undefined {
  const places = [...schemasAt(base, at.base), ...schemasAt(head, at.head)];
  const found = reasons.find(
    (one) =>
      ('kinds' in one && one.kinds.test(id)) ||
      ('keywords' in one && places.some((place) => one.keywords.some((keyword) => keyword in place))),
  );
  return found?.reason;
}

/** The schema that a pointer leads to, and the one that has it as a keyword. */
function schemasAt(document: JsonObject, pointer = ''): readonly JsonObject[] {
  const path = splitPointer(pointer);
  return [valueAt(document, path), valueAt(document, path.slice(0, -1))].filter(isJsonObject);
}

type Accepts = (value: Json) => boolean;

/**
 * Senders do not send properties that are only read, nor guess the names of those that will be described, nor exceed a
 * limit whose addition counts as risky.
 */
function breaksSender(pair: NearSchemas, changes: readonly ContractChange[]): Accepts {
  const sends = sentBy(pair.base, pair, 'request');
  const pointersOf = (kind: ContractChangeId) =>
    changes.flatMap(({ id, at }) => (id === kind ? [at.head ?? ''] : []));
  const limits = pointersOf('request-limit-added');
  const open = (head: Schemas) =>
    withoutKeywords(documentOf(head, { ...pair, direction: 'request' }), limits);
  const written = onceAsked(() => gatewayAccepts(open(pair.head), 'request'));
  const guessed = onceAsked(() => {
    const head = withoutReadOnly(pair.head, pair.openapi, requiredNames(pair.base));
    const pointers = pointersOf('request-optional-property-added');
    return gatewayAccepts(withoutSchemas(open(head), pointers), 'request');
  });
  return (value) => !written(value) && !guessed(value) && sends(value);
}

/** The names that any of the schemas requires. */
function requiredNames(schemas: Schemas): ReadonlySet<string> {
  const lists = JSON.stringify(schemas).match(/"required":\[[^\]]*\]/g) ?? [];
  return new Set(propertyNames.filter((name) => lists.some((list) => list.includes(`"${name}"`))));
}

/**
 * Servers do not return properties that are only written. Readers accept what is reported as risky: further properties
 * and further values, and that what is no longer described is no longer sent.
 */
function breaksReader(pair: NearSchemas, changes: readonly ContractChange[]): Accepts {
  const sends = sentBy(pair.head, pair, 'response');
  const view = { ...pair, direction: 'response' } as const;
  const values = changes.flatMap(({ id, after }) =>
    id === 'response-enum-value-added' ? [after ?? null] : [],
  );
  const removed = changes.flatMap(({ id, at }) =>
    id === 'response-optional-property-removed' ? [at.base ?? ''] : [],
  );
  const isOpen = changes.some(({ id }) => id === 'response-additional-properties-opened');
  const describes = onceAsked(() => {
    const readers = forTolerantReaders(forReaders(pair.base, pair.openapi), values, isOpen);
    return gatewayAccepts(withoutSchemas(documentOf(readers, view), removed), 'response');
  });
  return (value) => !describes(value) && sends(value);
}

/** Whether a value fits a schema, and still does if what does not go that way is left out of it. */
function sentBy(schemas: Schemas, { openapi, names }: NearSchemas, direction: Direction): Accepts {
  const view = { openapi, names, direction };
  const written = onceAsked(() => gatewayAccepts(documentOf(schemas, view), direction));
  const shown = onceAsked(() =>
    gatewayAccepts(documentOf(withoutHidden(schemas, openapi, direction), view), direction),
  );
  return (value) => written(value) && shown(value);
}

/** A check that is compiled for the first value. */
function onceAsked(make: () => Accepts): Accepts {
  let accepts: Accepts | undefined;
  return (value) => {
    accepts ??= make();
    return accepts(value);
  };
}

/** A document without the keywords at some pointers. */
function withoutKeywords(document: JsonObject, pointers: readonly string[]): JsonObject {
  const copy = structuredClone(document);
  for (const pointer of pointers) {
    const path = splitPointer(pointer);
    const schema = valueAt(copy, path.slice(0, -1));
    const keyword = path.at(-1) ?? '';
    // A bound and its exclusive form are one limit.
    const exclusive = `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
    if (isJsonObject(schema))
      for (const name of [keyword, exclusive]) delete (schema as Record<string, Json>)[name];
  }
  return copy;
}

/** A document in which the properties at some pointers, and those that are merged with them, allow everything. */
function withoutSchemas(document: JsonObject, pointers: readonly string[]): JsonObject {
  const copy = structuredClone(document);
  for (const pointer of pointers) {
    const [, around = '', inner = '', name = ''] =
      /^(.*?)((?:\/(?:allOf|anyOf|oneOf)\/\d+)*)\/properties\/([^/]+)$/.exec(pointer) ?? [];
    const holder = schemaIn(copy, splitPointer(around + inner));
    openProperty(inner === '' ? holder : schemaIn(copy, splitPointer(around)), name);
    openProperty(holder, name);
  }
  return copy;
}

/** The value at a path, where the alternatives of `oneOf` may be among those of the last `allOf`. */
function schemaIn(value: Json, path: readonly string[]): Json | undefined {
  const [name, ...others] = path;
  if (name === undefined) return value;
  const { allOf } = isJsonObject(value) ? value : {};
  const last = Array.isArray(allOf)
    ? valueAt(value, ['allOf', String(allOf.length - 1), 'anyOf'])
    : undefined;
  const next = valueAt(value, [name]) ?? (name === 'oneOf' ? last : undefined);
  return next === undefined ? undefined : schemaIn(next, others);
}

function openProperty(schema: Json | undefined, name: string): void {
  if (!isJsonObject(schema)) return;
  const { properties, allOf = [], anyOf = [], oneOf = [] } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, name))
    (properties as Record<string, Json>)[name] = {};
  for (const part of [allOf, anyOf, oneOf].flat()) openProperty(part, name);
}
