import { canonicalJson } from '../../../compiled/canonical-json.ts';
import { digestOf } from '../../../compiled/digest.ts';
import type { JsonObject } from '../../../compiled/json.ts';
import { apisByKey } from '../../rule/declarations/declared-apis.ts';
import { oncePer } from '../../rule/once-per.ts';
import { apiKey } from '../../../compiled/api-key.ts';
import type { DeclaredApi } from '../../workspace/workspace.ts';
import { partOf, type History, type State } from './history.ts';

/** One API under two identities. */
export interface Succession {
  readonly base: DeclaredApi;
  readonly head: DeclaredApi;
}

/** An API of one of the two states. */
interface Found {
  readonly api: DeclaredApi;
  readonly state: State;
}

/** A way to see that an API of head is one of base: both have the same trace, and a sign beside it. */
interface Way {
  readonly traceOf: (found: Found) => string | undefined;
  readonly isSign: (base: Found, head: Found) => boolean;
}

/** The surest first. One sign alone may be chance, since APIs start from templates and share services. */
const ways: readonly Way[] = [
  { traceOf: ({ api: { value } }) => `${value.context}/${value.version}`, isSign: () => true },
  { traceOf: ({ api: { value } }) => apiKey(value), isSign: () => true },
  { traceOf: ({ api: { value } }) => `${value.name} ${value.context}`, isSign: isSameService },
  { traceOf: operationsOf, isSign: (base, head) => hasSameTargets(base, head) || hasSamePlace(base, head) },
  { traceOf: targetsOf, isSign: hasSamePlace },
];

/**
 * The APIs of base that stand in head under another name, context or version. One that is retired may go, so what comes
 * in its place is new.
 */
export const followIdentities = oncePer(({ base, head }: History): readonly Succession[] => {
  const gone = base.workspace.apis.filter((api) => !findSame(api, head) && api.value.state !== 'retired');
  const fresh = head.workspace.apis.filter((api) => !findSame(api, base));
  return pairUp(
    gone.map((api) => ({ api, state: base })),
    fresh.map((api) => ({ api, state: head })),
  );
});

/** The same by the API of head. */
export const formerApis = oncePer(
  (history: History): ReadonlyMap<DeclaredApi, DeclaredApi> =>
    new Map(followIdentities(history).map(({ base, head }) => [head, base])),
);

/** The API of the same name, context and version in the other state. */
export function findSame({ value }: DeclaredApi, { workspace }: State): DeclaredApi | undefined {
  const same = apisByKey(workspace.apis).get(apiKey(value));
  return same?.value.context === value.context ? same : undefined;
}

function pairUp(gone: readonly Found[], fresh: readonly Found[]): readonly Succession[] {
  const [successors, taken] = [new Map<Found, Found>(), new Set<Found>()];
  for (const way of gone.length > 0 && fresh.length > 0 ? ways : []) {
    const free = Map.groupBy(fresh, way.traceOf);
    for (const base of gone.filter((found) => !successors.has(found))) {
      const head = findSuccessor(base, free, taken, way);
      if (head) successors.set(base, head);
      if (head) taken.add(head);
    }
  }
  return [...successors].map(([base, head]) => ({ base: base.api, head: head.api }));
}

function findSuccessor(
  base: Found,
  fresh: ReadonlyMap<string | undefined, readonly Found[]>,
  taken: ReadonlySet<Found>,
  { traceOf, isSign }: Way,
): Found | undefined {
  const trace = traceOf(base);
  if (trace === undefined) return undefined;
  return fresh.get(trace)?.find((head) => !taken.has(head) && isSign(base, head));
}

function isSameService(base: Found, head: Found): boolean {
  return operationsOf(base) === operationsOf(head) || hasSameTargets(base, head);
}

function hasSameTargets(base: Found, head: Found): boolean {
  const targets = targetsOf(base);
  return targets !== undefined && targets === targetsOf(head);
}

function hasSamePlace({ api: { place: base } }: Found, { api: { place: head } }: Found): boolean {
  return base.file === head.file && base.document === head.document;
}

function operationsOf({ api: { definition } }: Found): string | undefined {
  return definition && digestOperations(definition.contract);
}

/** Without what names the API, its version and its address. */
const digestOperations = oncePer(({ info: _info, servers: _servers, ...rest }: JsonObject) =>
  digestOf(canonicalJson(rest)),
);

function targetsOf({ api, state }: Found): string | undefined {
  const { production, sandbox } = partOf(state, apiKey(api.value))?.endpoints ?? {};
  if (!production && !sandbox) return undefined;
  return JSON.stringify([production?.targets, sandbox?.targets]);
}

/** The names in base of the applications of head, where it differs: an application is known by its consumer keys. */
export const formerNames = oncePer(({ base, head }: History): ReadonlyMap<string, readonly string[]> => {
  const owners = new Map(
    base.compiled.manifest.applications.flatMap(({ name, keySets }) =>
      keySets.map(({ consumerKey }) => [consumerKey, name] as const),
    ),
  );
  const renamed = head.compiled.manifest.applications.map(({ name, keySets }) => {
    const names = keySets.flatMap(({ consumerKey }) => owners.get(consumerKey) ?? []);
    return [name, [...new Set(names)].filter((former) => former !== name)] as const;
  });
  return new Map(renamed.filter(([, names]) => names.length > 0));
});
