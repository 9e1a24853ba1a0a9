import type { Json, JsonObject } from '#compiled/json.ts';
import type { ContractChange } from '#compiler/plan/contract/contract-change.ts';
import { contractChangeKinds, type ContractChangeId } from '#compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { breaksReader, breaksSender, onceAsked, sentBy } from './breaks-callers.ts';
import { documentOf } from './caller-views.ts';
import { findChanged } from './changed-schemas.ts';
import { explainAlarm, type Looking } from './explain-alarm.ts';
import type { Direction } from './complete-document.ts';
import {
  withChangedAlternatives,
  withOverlaps,
  withoutConditions,
  withoutLeastCounts,
  withoutOneCondition,
} from './simplified-schemas.ts';
import { type Accepts, gatewayAccepts } from './gateway-accepts.ts';
import { isDeeper } from './is-deeper.ts';
import { isFoundNear } from './search-near.ts';
import { reachesChange } from './reaches-change.ts';
import { reasonFor } from './reasons.ts';
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
  const drawn = drawInstances(pair, few);
  const breaks = direction === 'request' ? breaksSender(pair, changes) : breaksReader(pair, changes);
  return { changes, missed: drawn.filter(breaks), alarms: [], isUndecided: false };
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
  if (isFoundNear(pair, fitting, follows, takes)) return { alarms: [], isUndecided: false };
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
  const found = explain(unfounded, pair, direction, isShown);
  if (found.left.length === 0) return verdictOf({ left: [], reason: reason ?? found.reason });
  // A search near the values takes long, and finds what hardly any drawn value shows.
  const near = simplifications.find(({ simplify }) => isShownIn(simplify, pair, direction, isShownNear));
  if (near) return verdictOf({ left: [], reason: near.reason });
  const { left, reason: late } = explain(found.left, pair, direction, isShownNear);
  return verdictOf({ left, reason: reason ?? found.reason ?? late });
}

/** The changes that nothing explains, and why another one is reported. */
interface Explained {
  readonly left: readonly ContractChange[];
  readonly reason: string | undefined;
}

function verdictOf({ left, reason }: Explained): Pick<Verdict, 'alarms' | 'reason' | 'isUndecided'> {
  const alarms = [...new Set(left.map(({ id }) => id))].toSorted();
  return { alarms, ...(reason !== undefined && { reason }), isUndecided: false };
}

type IsShown = (pair: NearSchemas, direction: Direction) => boolean;

function explain(
  changes: readonly ContractChange[],
  pair: NearSchemas,
  direction: Direction,
  shows: IsShown,
): Explained {
  const looking: Looking = {
    isShown: (other) => shows({ ...pair, ...other }, direction),
    isReturned: (other) => isReturned({ ...pair, ...other }),
    reasonOf: (other) => reasonOf({ ...pair, ...other }, direction),
  };
  const explained = changes.map((change) => explainAlarm(change, pair, direction, looking));
  return {
    left: changes.filter((_, index) => explained[index] === undefined),
    reason: explained.find((one) => one !== undefined),
  };
}

/** Why a pair that was made from another one is reported, or differs; undefined if its verdict is wrong or undecided. */
function reasonOf(pair: NearSchemas, direction: Direction): string | undefined {
  const { missed, alarms, isUndecided, reason } = evaluatePair(pair, direction);
  if (missed.length > 0 || alarms.length > 0 || isUndecided) return undefined;
  return reason ?? 'what depends on a property is compared like a condition';
}

function isReturned(pair: NearSchemas): boolean {
  return drawInstances(pair, rounds[1]).some(sentBy(pair.head, pair, 'response'));
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
  ...[withoutConditions, ...withoutOneCondition].map((simplify) => ({
    simplify,
    reason: 'a value is compared without the conditions around it',
  })),
  {
    simplify: withoutLeastCounts,
    reason: 'what an object or a list needs is read a few levels deep to find that no value exists',
  },
];

function isShownIn(simplify: Simplify, pair: NearSchemas, direction: Direction, shows = isShown): boolean {
  const changed = findChanged(pair.base, pair.head);
  return shows(
    { ...pair, base: simplify(pair.base, changed), head: simplify(pair.head, changed) },
    direction,
  );
}

function isShown(pair: NearSchemas, direction: Direction): boolean {
  const [follows, takes] = checksOf(pair, direction);
  return drawInstances(pair, rounds[1]).some((value) => follows(value) && !takes(value));
}

function isShownNear(pair: NearSchemas, direction: Direction): boolean {
  const [follows, takes] = checksOf(pair, direction);
  const fitting = drawInstances(pair, rounds[2]).filter(follows);
  return !fitting.every(takes) || isFoundNear(pair, fitting, follows, takes);
}

function checksOf(pair: NearSchemas, direction: Direction): readonly [Accepts, Accepts] {
  const view = { ...pair, direction };
  return inOrder([documentOf(pair.base, view), documentOf(pair.head, view)], direction);
}
