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
  withCombinations,
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
import { isDeeper } from './is-deeper.ts';
import { withoutKeywords, withoutSchemas } from './opened-documents.ts';
import { reachesChange } from './reaches-change.ts';
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
  /** Whether breaking changes are reported, and too few drawn values fit, or reach them, to expect that one shows them. */
  readonly isUndecided: boolean;
}

const few = 60;
/** How many limits are left out in all combinations. */
const maxSubsets = 5;
/** In more levels of properties and items than these it depends on chance whether a value reaches a change. */
const shallow = 3;
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
  let fitting: readonly Json[] = [];
  for (const count of rounds) {
    fitting = drawInstances(pair, count).filter(follows);
    if (!fitting.every(takes)) return { alarms: [], isUndecided: false };
  }
  if (distinct(fitting) < enough) return { alarms: [], isUndecided: true };
  const simplified = simplifications.find(({ simplify }) => isShownIn(simplify, pair, direction));
  if (simplified) return { alarms: [], reason: simplified.reason, isUndecided: false };
  const [reason] = breaking.flatMap((change) => reasonFor(change, sides) ?? []);
  const unfounded = breaking.filter((change) => reasonFor(change, sides) === undefined);
  const isRequest = direction === 'request';
  const pointers = unfounded.map(({ at }) => (isRequest ? at.base : at.head) ?? '');
  if (unfounded.length > 0 && !reachesChange(sides[isRequest ? 0 : 1], direction, pointers, fitting))
    return isDeeper(shallow, pair.base.root, pair.base.components)
      ? { alarms: [], isUndecided: true }
      : { alarms: [], reason: 'no value needs the schema that changes', isUndecided: false };
  const alarms = [...new Set(unfounded.map(({ id }) => id))].toSorted();
  return { alarms, ...(reason !== undefined && { reason }), isUndecided: false };
}

function distinct(values: readonly Json[]): number {
  return new Set(values.map((value) => JSON.stringify(value))).size;
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
    kinds: /alternative-(added|removed)$/,
    keywords: ['discriminator'],
    reason: 'clients choose by the discriminator',
  },
  {
    kinds: /alternatives-became-exclusive$/,
    reason: 'alternatives overlap unless it is plain that they do not',
  },
  {
    kinds: /constraint-(added|changed|removed)$/,
    keywords: ['not', 'if', 'contains', 'propertyNames', 'dependentRequired'],
    reason: 'conditions are compared by themselves, not with the keywords next to them',
  },
  {
    kinds: /(pattern|limit|constraint)-\w+$/,
    keywords: ['pattern', 'patternProperties', 'multipleOf'],
    reason: 'patterns and factors are not compared with other keywords',
  },
] as const;

function reasonFor({ id, at }: ContractChange, [base, head]: Sides): string | undefined {
  const places = [...schemasAt(base, at.base), ...schemasAt(head, at.head)];
  const found = reasons.find(
    (one) =>
      one.kinds.test(id) &&
      (!('keywords' in one) || places.some((place) => one.keywords.some((keyword) => keyword in place))),
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
  const open = (head: Schemas, pointers: readonly string[] = limits) =>
    withoutKeywords(documentOf(head, { ...pair, direction: 'request' }), pointers);
  const accepts = onceAsked(() =>
    gatewayAccepts(documentOf(pair.head, { ...pair, direction: 'request' }), 'request'),
  );
  // Without all of the limits, a value may fit two alternatives that exclude each other.
  const opened = subsetsOf(limits).map((pointers) =>
    onceAsked(() => gatewayAccepts(open(pair.head, pointers), 'request')),
  );
  const written: Accepts = (value) => opened.some((fits) => fits(value));
  const guessed = onceAsked(() => {
    const head = withoutReadOnly(pair.head, pair.openapi, requiredNames(pair.base));
    const pointers = pointersOf('request-optional-property-added');
    return gatewayAccepts(withoutSchemas(open(head), pointers), 'request');
  });
  return (value) => !accepts(value) && !written(value) && !guessed(value) && sends(value);
}

/** All subsets of a few items, and of more each alone and all together. */
function subsetsOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length > maxSubsets) return [items, ...items.map((item) => [item])];
  const none: readonly (readonly T[])[] = [[]];
  return items.reduce((subsets, item) => [...subsets, ...subsets.map((subset) => [...subset, item])], none);
}

/** The names that any of the schemas requires; what `not` requires is not sent. */
function requiredNames(schemas: Schemas): ReadonlySet<string> {
  const lists = reachableText(schemas, withoutNot).match(/"required":\[[^\]]*\]/g) ?? [];
  return new Set(propertyNames.filter((name) => lists.some((list) => list.includes(`"${name}"`))));
}

/** A schema and the components that it leads to, as text. */
function reachableText({ root, components }: Schemas, replace?: typeof withoutNot): string {
  const texts = [JSON.stringify(root, replace)];
  const waiting = Object.keys(components);
  for (const text of texts)
    for (const name of waiting.filter((one) => text.includes(`/${one}"`))) {
      waiting.splice(waiting.indexOf(name), 1);
      texts.push(JSON.stringify(components[name], replace));
    }
  return texts.join('');
}

/** Leaves out `not`, unless it has a second one in it. */
function withoutNot(keyword: string, value: Json): Json | undefined {
  return keyword === 'not' && !JSON.stringify(value).includes('"not"') ? undefined : value;
}

/**
 * Servers do not return properties that are only written. Readers accept what is reported as risky: further properties
 * and further values, that what is no longer described is no longer sent, and what fits two alternatives that exclude each
 * other.
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
  const has = (kind: ContractChangeId) => changes.some(({ id }) => id === kind);
  const isOpen = has('response-additional-properties-opened');
  const describes = onceAsked(() => {
    const readers = forTolerantReaders(forReaders(pair.base, pair.openapi), values, isOpen);
    return gatewayAccepts(withoutSchemas(documentOf(readers, view), removed), 'response');
  });
  const [exact, combined] = [pair.base, withCombinations(pair.base)].map((schemas) =>
    onceAsked(() => gatewayAccepts(documentOf(schemas, view), 'response')),
  ) as [Accepts, Accepts];
  const isCombinable = has('response-alternatives-became-combinable');
  const isReleased: Accepts = (value) => !isCombinable && combined(value) && !exact(value);
  return (value) => sends(value) && (!describes(value) || isReleased(value));
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
