import { canonicalJson } from '#compiled/canonical-json.ts';
import { digestOf } from '#compiled/digest.ts';
import type { JsonObject } from '#compiled/json.ts';
import { apisByKey } from '#compiler/rule/declarations/declared-apis.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import { partOf, type History, type State } from './history.ts';

/** One API under two identities. */
export interface Succession {
  readonly base: DeclaredApi;
  readonly head: DeclaredApi;
}

/** An API in one of the two states. */
interface Found {
  readonly api: DeclaredApi;
  readonly state: State;
}

/** A way to recognize an API of base in head: both have the same key, and there is further evidence. */
interface Way {
  readonly keyOf: (found: Found) => string | undefined;
  readonly hasEvidence: (base: Found, head: Found) => boolean;
}

/**
 * The ways to recognize an API, most reliable first. Most require evidence besides the key, since APIs may share
 * templates and services.
 */
const ways: readonly Way[] = [
  { keyOf: ({ api: { value } }) => `${value.context}/${value.version}`, hasEvidence: () => true },
  { keyOf: ({ api: { value } }) => apiKey(value), hasEvidence: () => true },
  { keyOf: ({ api: { value } }) => `${value.name} ${value.context}`, hasEvidence: isSameService },
  {
    keyOf: operationsOf,
    hasEvidence: (base, head) => hasSameTargets(base, head) || hasSamePlace(base, head),
  },
  { keyOf: targetsOf, hasEvidence: hasSamePlace },
];

/**
 * The APIs of base that have a different name, context or version in head. Retired APIs are excluded: they may be
 * removed, so an API that replaces one counts as new.
 */
export const followIdentities = oncePer(({ base, head }: History): readonly Succession[] => {
  const removed = base.workspace.apis.filter((api) => !findSame(api, head) && api.value.state !== 'retired');
  const added = head.workspace.apis.filter((api) => !findSame(api, base));
  return pairUp(
    removed.map((api) => ({ api, state: base })),
    added.map((api) => ({ api, state: head })),
  );
});

/** The former declarations of renamed or moved APIs, by their declarations in head. */
export const formerApis = oncePer(
  (history: History): ReadonlyMap<DeclaredApi, DeclaredApi> =>
    new Map(followIdentities(history).map(({ base, head }) => [head, base])),
);

/** The API of the same name, context and version in the other state. */
export function findSame({ value }: DeclaredApi, { workspace }: State): DeclaredApi | undefined {
  const same = apisByKey(workspace.apis).get(apiKey(value));
  return same?.value.context === value.context ? same : undefined;
}

function pairUp(removed: readonly Found[], added: readonly Found[]): readonly Succession[] {
  const [successors, taken] = [new Map<Found, Found>(), new Set<Found>()];
  for (const way of removed.length > 0 && added.length > 0 ? ways : []) {
    const free = Map.groupBy(added, way.keyOf);
    for (const base of removed.filter((found) => !successors.has(found))) {
      const head = findSuccessor(base, free, taken, way);
      if (head) successors.set(base, head);
      if (head) taken.add(head);
    }
  }
  return [...successors].map(([base, head]) => ({ base: base.api, head: head.api }));
}

function findSuccessor(
  base: Found,
  added: ReadonlyMap<string | undefined, readonly Found[]>,
  taken: ReadonlySet<Found>,
  { keyOf, hasEvidence }: Way,
): Found | undefined {
  const key = keyOf(base);
  if (key === undefined) return undefined;
  return added.get(key)?.find((head) => !taken.has(head) && hasEvidence(base, head));
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

/** A digest of a contract without the parts that name the API, its version and its address. */
const digestOperations = oncePer(({ info: _info, servers: _servers, ...rest }: JsonObject) =>
  digestOf(canonicalJson(rest)),
);

function targetsOf({ api, state }: Found): string | undefined {
  const { production, sandbox } = partOf(state, apiKey(api.value))?.endpoints ?? {};
  if (!production && !sandbox) return undefined;
  return JSON.stringify([production?.targets, sandbox?.targets]);
}

/** The former names of renamed applications, which are recognized by their consumer keys. */
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
