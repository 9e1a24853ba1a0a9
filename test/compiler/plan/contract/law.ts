import { isJsonObject, type Json, type JsonObject, valueAt } from '../../../../src/compiled/json.ts';
import type { ContractChange } from '../../../../src/compiler/plan/contract/contract-change.ts';
import {
  contractChangeKinds,
  type ContractChangeId,
} from '../../../../src/compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '../../../../src/compiler/plan/contract/diff-contracts.ts';
import { splitPointer } from '../../../../src/source/place.ts';
import { documentOf, forReaders, withoutHidden, withoutReadOnly, withOverlaps } from './caller-views.ts';
import type { Direction } from './complete-document.ts';
import { propertyNames } from './draw-schema.ts';
import { gatewayAccepts } from './gateway-accepts.ts';
import { drawInstances, type NearSchemas, type Schemas } from './near-schemas.ts';

/** What the plan reports of a pair, and what the validator of the gateway makes of drawn values. */
export interface Verdict {
  readonly changes: readonly ContractChange[];
  /** Values that break callers although no breaking or risky change is reported. */
  readonly missed: readonly Json[];
  /** The breaking changes of a pair that no drawn value tells apart. */
  readonly alarms: readonly ContractChangeId[];
  /** Why they are reported all the same. */
  readonly reason?: string;
}

const few = 60;
/** The numbers of values that are drawn until one shows a breaking change. */
const rounds = [30, 400, 6000] as const;
/** How many values have to fit the side that callers follow, so that a breaking change is expected to show. */
const enough = 20;

/** Compares the plan's verdict on a pair with that of the gateway's validator. */
export function judge(pair: NearSchemas, direction: Direction): Verdict {
  const view = { ...pair, direction };
  const sides: Sides = [documentOf(pair.base, view), documentOf(pair.head, view)];
  const changes = diffContracts(...sides);
  const breaking = changes.filter(({ id }) => severityOf(id) === 'breaking');
  if (breaking.length > 0) return { changes, missed: [], ...findAlarms(pair, sides, direction, breaking) };
  if (changes.some(({ id }) => severityOf(id) === 'risky')) return { changes, missed: [], alarms: [] };
  const breaks = direction === 'request' ? breaksSender(pair, changes) : breaksReader(pair);
  return { changes, missed: drawInstances(pair, few).filter(breaks), alarms: [] };
}

type Sides = readonly [JsonObject, JsonObject];

function severityOf(id: ContractChangeId): string {
  return contractChangeKinds[id].compatibility;
}

function findAlarms(
  pair: NearSchemas,
  sides: Sides,
  direction: Direction,
  breaking: readonly ContractChange[],
): Pick<Verdict, 'alarms' | 'reason'> {
  const [follows, takes] = inOrder(sides, direction);
  for (const count of rounds) {
    const fitting = drawInstances(pair, count).filter(follows);
    if (!fitting.every(takes)) return { alarms: [] };
    if (count === rounds[2] && fitting.length < enough) return { alarms: [] };
  }
  if (isToldByOverlaps(pair, direction)) return { alarms: [], reason: overlapReason };
  const [reason] = breaking.flatMap((change) => reasonFor(change, sides) ?? []);
  const unfounded = breaking.filter((change) => reasonFor(change, sides) === undefined);
  const alarms = [...new Set(unfounded.map(({ id }) => id))].toSorted();
  return { alarms, ...(reason !== undefined && { reason }) };
}

/** Checks of what callers follow and of what takes it. */
function inOrder(sides: Sides, direction: Direction): readonly [Accepts, Accepts] {
  const [before, after] = sides.map((side) => onceAsked(() => gatewayAccepts(side, direction))) as [
    Accepts,
    Accepts,
  ];
  return direction === 'request' ? [before, after] : [after, before];
}

const overlapReason = 'alternatives of oneOf are compared with the values that fit others too';

function isToldByOverlaps(pair: NearSchemas, direction: Direction): boolean {
  const view = { ...pair, direction };
  const [base, head] = [withOverlaps(pair.base), withOverlaps(pair.head)];
  const [follows, takes] = inOrder([documentOf(base, view), documentOf(head, view)], direction);
  return drawInstances(pair, rounds[1]).some((value) => follows(value) && !takes(value));
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

/** Senders do not send properties that are only read, nor guess the names of those that will be described. */
function breaksSender(pair: NearSchemas, changes: readonly ContractChange[]): Accepts {
  const sends = sentBy(pair.base, pair, 'request');
  const pointers = changes.flatMap(({ id, at }) =>
    id === 'request-optional-property-added' ? [at.head ?? ''] : [],
  );
  const view = { ...pair, direction: 'request' } as const;
  const written = onceAsked(() => gatewayAccepts(documentOf(pair.head, view), 'request'));
  const guessed = onceAsked(() => {
    const head = withoutReadOnly(pair.head, pair.openapi, requiredNames(pair.base));
    return gatewayAccepts(withoutSchemas(documentOf(head, view), pointers), 'request');
  });
  return (value) => !written(value) && !guessed(value) && sends(value);
}

/** The names that any of the schemas requires. */
function requiredNames(schemas: Schemas): ReadonlySet<string> {
  const lists = JSON.stringify(schemas).match(/"required":\[[^\]]*\]/g) ?? [];
  return new Set(propertyNames.filter((name) => lists.some((list) => list.includes(`"${name}"`))));
}

/** Servers do not return properties that are only written. */
function breaksReader(pair: NearSchemas): Accepts {
  const sends = sentBy(pair.head, pair, 'response');
  const view = { ...pair, direction: 'response' } as const;
  const describes = onceAsked(() =>
    gatewayAccepts(documentOf(forReaders(pair.base, pair.openapi), view), 'response'),
  );
  return (value) => !describes(value) && sends(value);
}

/** Whether a value fits a schema, and still does if what does not go that way is left out of it. */
function sentBy(schemas: Schemas, { openapi }: NearSchemas, direction: Direction): Accepts {
  const view = { openapi, direction };
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

/** A document in which the properties at some pointers, and those that are merged with them, allow everything. */
function withoutSchemas(document: JsonObject, pointers: readonly string[]): JsonObject {
  const copy = structuredClone(document);
  for (const pointer of pointers) {
    const [, around = '', inner = '', name = ''] =
      /^(.*?)((?:\/(?:allOf|anyOf|oneOf)\/\d+)*)\/properties\/([^/]+)$/.exec(pointer) ?? [];
    const holder = splitPointer(around + inner);
    openProperty(valueAt(copy, inner === '' ? holder : splitPointer(around)), name);
    openProperty(valueAt(copy, holder), name);
  }
  return copy;
}

function openProperty(schema: Json | undefined, name: string): void {
  if (!isJsonObject(schema)) return;
  const { properties, allOf = [], anyOf = [], oneOf = [] } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, name))
    (properties as Record<string, Json>)[name] = {};
  for (const part of [allOf, anyOf, oneOf].flat()) openProperty(part, name);
}
