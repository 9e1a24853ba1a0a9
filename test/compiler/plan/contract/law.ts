import { isJsonObject, type Json, type JsonObject, valueAt } from '../../../../src/compiled/json.ts';
import type { ContractChange } from '../../../../src/compiler/plan/contract/contract-change.ts';
import {
  contractChangeKinds,
  type ContractChangeId,
} from '../../../../src/compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '../../../../src/compiler/plan/contract/diff-contracts.ts';
import { splitPointer } from '../../../../src/source/place.ts';
import { documentOf, forReaders, withoutHidden } from './caller-views.ts';
import type { Direction } from './complete-document.ts';
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

const few = 30;
const many = 6000;
/** How many values have to fit the side that callers follow, so that a breaking change is expected to show. */
const enough = 20;

/** Compares the plan's verdict on a pair with that of the gateway's validator. */
export function judge(pair: NearSchemas, direction: Direction): Verdict {
  const [before, after] = [pair.base, pair.head].map((one) => documentOf(one, { ...pair, direction })) as [
    JsonObject,
    JsonObject,
  ];
  const changes = diffContracts(before, after);
  const breaking = changes.flatMap(({ id }) => (severityOf(id) === 'breaking' ? [id] : []));
  if (breaking.length > 0)
    return { changes, missed: [], ...findAlarms(pair, [before, after], direction, breaking) };
  if (changes.some(({ id }) => severityOf(id) === 'risky')) return { changes, missed: [], alarms: [] };
  const breaks = direction === 'request' ? breaksSender(pair, after, changes) : breaksReader(pair);
  return { changes, missed: drawInstances(pair, few).filter(breaks), alarms: [] };
}

function severityOf(id: ContractChangeId): string {
  return contractChangeKinds[id].compatibility;
}

function findAlarms(
  pair: NearSchemas,
  sides: readonly [JsonObject, JsonObject],
  direction: Direction,
  breaking: readonly ContractChangeId[],
): Pick<Verdict, 'alarms' | 'reason'> {
  const [before, after] = sides.map((side) => gatewayAccepts(side, direction)) as [Accepts, Accepts];
  const [follows, takes] = direction === 'request' ? [before, after] : [after, before];
  const isTold = (values: readonly Json[]) => values.some((value) => follows(value) && !takes(value));
  if (isTold(drawInstances(pair, few))) return { alarms: [] };
  const alarms = [...new Set(breaking)].toSorted();
  const reason = reasonFor(pair, alarms);
  if (reason !== undefined) return { alarms, reason };
  const values = drawInstances(pair, many);
  return { alarms: isTold(values) || values.filter(follows).length < enough ? [] : alarms };
}

/** Why changes count as breaking though no value shows it, by the keywords or the kinds that it is about. */
const reasons = [
  { kinds: /discriminator-changed$/, reason: 'clients choose by the discriminator' },
  {
    kinds: /alternatives-became-exclusive$/,
    reason: 'alternatives overlap unless it is plain that they do not',
  },
  { kinds: /alternative-(added|removed)$/, reason: 'an alternative is compared with others one by one' },
  {
    keywords: /"(not|if|contains|propertyNames|dependentRequired)":/,
    reason: 'conditions are compared by themselves, not with the keywords next to them',
  },
  {
    keywords: /"(pattern|patternProperties|multipleOf)":/,
    reason: 'patterns and factors are not compared with other keywords',
  },
] as const;

function reasonFor({ base, head }: NearSchemas, alarms: readonly ContractChangeId[]): string | undefined {
  const text = JSON.stringify([base, head]);
  const found = reasons.find((one) =>
    'kinds' in one ? alarms.some((id) => one.kinds.test(id)) : one.keywords.test(text),
  );
  return found?.reason;
}

type Accepts = (value: Json) => boolean;

/** Senders do not send properties that are only read, nor guess the names of those that will be described. */
function breaksSender(pair: NearSchemas, after: JsonObject, changes: readonly ContractChange[]): Accepts {
  const sends = sentBy(pair.base, pair, 'request');
  const pointers = changes.flatMap(({ id, at }) =>
    id === 'request-optional-property-added' ? [at.head ?? ''] : [],
  );
  const accepts = gatewayAccepts(withoutSchemas(after, pointers), 'request');
  return (value) => !accepts(value) && sends(value);
}

/** Servers do not return properties that are only written. */
function breaksReader(pair: NearSchemas): Accepts {
  const sends = sentBy(pair.head, pair, 'response');
  const describes = gatewayAccepts(
    documentOf(forReaders(pair.base, pair.openapi), { ...pair, direction: 'response' }),
    'response',
  );
  return (value) => !describes(value) && sends(value);
}

/** Whether a value fits a schema, and still does if what does not go that way is left out of it. */
function sentBy(schemas: Schemas, { openapi }: NearSchemas, direction: Direction): Accepts {
  const [written, shown] = [schemas, withoutHidden(schemas, openapi, direction)].map((one) =>
    gatewayAccepts(documentOf(one, { openapi, direction }), direction),
  ) as [Accepts, Accepts];
  return (value) => written(value) && shown(value);
}

/** A document in which the schemas at some pointers allow everything. */
function withoutSchemas(document: JsonObject, pointers: readonly string[]): JsonObject {
  const copy = structuredClone(document) as Record<string, Json>;
  for (const pointer of pointers) {
    const path = splitPointer(pointer);
    const holder = valueAt(copy, path.slice(0, -1));
    const name = path.at(-1);
    if (name !== undefined && isJsonObject(holder) && Object.hasOwn(holder, name))
      (holder as Record<string, Json>)[name] = {};
  }
  return copy;
}
