import { apiKey } from '#compiled/api-key.ts';
import { type Json, sameJson } from '#compiled/json.ts';
import type { FurtherAddress, ManifestApi, ManifestLists } from '#compiled/manifest.ts';
import type { Comparison } from '#compiler/plan/comparison.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { timeOf } from '#compiler/plan/wording/describe-value.ts';
import { oncePer } from '#compiler/rule/once-per.ts';

type ComparedApis = Pick<Comparison, 'before' | 'after' | 'consumers'>;

/** The changes of the further addresses of an API that is in both tables, by path. */
export function addressChanges(
  before: ManifestApi,
  after: ManifestApi,
  tables: ComparedApis,
): readonly FoundChange[] {
  const [earlier, later] = [indexAddresses(before), indexAddresses(after)];
  const paths = [...new Set([...earlier.keys(), ...later.keys()])].toSorted();
  return paths.flatMap((path) => {
    const [was, is] = [earlier.get(path), later.get(path)];
    if (!was) return is ? [addedAddress(is, after, tables)] : [];
    if (!is) return [removedAddress(was, before, tables)];
    return sameJson(was, is) ? [] : [changedNotice(was, is, after, tables)];
  });
}

function indexAddresses({ alsoAt = [] }: ManifestApi): ReadonlyMap<string, FurtherAddress> {
  return new Map(alsoAt.map((address) => [address.path, address]));
}

/** The change for an added address. Callers of the API that had the address before now call this API. */
function addedAddress(
  { path, deprecation }: FurtherAddress,
  api: ManifestApi,
  { before, consumers }: ComparedApis,
): FoundChange {
  const key = apiKey(api);
  const earlier = ownersOf(before.apis).get(path);
  const isTaken = earlier !== undefined && earlier !== key;
  return declarationChange({
    ...subjectOf(api, path),
    id: 'api-address-added',
    message: `${key} can also be called at ${path}${isTaken ? `, which led to ${earlier} before` : ''}`,
    after: valueOf({ path, ...(deprecation && { deprecation }) }),
    affected: isTaken ? affect(consumers.callersOf(earlier, 'before'), `calls ${key} at ${path}`) : [],
  });
}

function removedAddress(
  address: FurtherAddress,
  api: ManifestApi,
  { after, consumers }: ComparedApis,
): FoundChange {
  const { path } = address;
  const key = apiKey(api);
  const later = ownersOf(after.apis).get(path);
  const where = later === undefined || later === key ? '' : `; it leads to ${later} now`;
  return declarationChange({
    ...subjectOf(api, path),
    id: 'api-address-removed',
    message: `${key} can no longer be called at ${path}${where}`,
    before: valueOf(address),
    affected: affect(
      consumers.callersOf(key, 'before'),
      `must call ${key} at another address if it calls ${path}`,
    ),
  });
}

function changedNotice(
  was: FurtherAddress,
  is: FurtherAddress,
  api: ManifestApi,
  { consumers }: ComparedApis,
): FoundChange {
  const { path, deprecation } = is;
  const key = apiKey(api);
  const end =
    deprecation?.sunset === undefined ? '' : ` and may be removed from ${timeOf(deprecation.sunset)} on`;
  const notice = deprecation
    ? `is deprecated since ${timeOf(deprecation.since)}${end}`
    : 'is no longer deprecated';
  return declarationChange({
    ...subjectOf(api, path),
    id: 'api-address-deprecation-changed',
    message: `${key}: the address ${path} ${notice}`,
    before: valueOf(was),
    after: valueOf(is),
    affected: affect(
      consumers.callersOf(key, 'both'),
      `gets a notice that the address ${path} ${notice}, if it calls it`,
    ),
  });
}

/** The key of the API at each main and each further address. */
const ownersOf = oncePer(
  (apis: ManifestLists['apis']): ReadonlyMap<string, string> =>
    new Map(
      apis.flatMap((api) => [
        [`/${api.context}/${api.version}`, apiKey(api)],
        ...(api.alsoAt ?? []).map(({ path }) => [path, apiKey(api)] as const),
      ]),
    ),
);

function subjectOf(api: ManifestApi, path: string) {
  return {
    subject: { kind: 'Api', name: apiKey(api) },
    path: ['alsoAt', path],
    writtenAt: ['alsoAt'],
  } as const;
}

/** A further address and its deprecation notice, with readable times. */
function valueOf({ path, deprecation }: FurtherAddress): Json {
  if (!deprecation) return path;
  const { since, sunset, link } = deprecation;
  return {
    path,
    since: timeOf(since),
    ...(sunset !== undefined && { sunset: timeOf(sunset) }),
    ...(link !== undefined && { link }),
  };
}
