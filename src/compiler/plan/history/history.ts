import type { Compiled } from '#compiled/compiled.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Plan } from '../change.ts';
import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';

/** A compiled state of a repository. */
export interface State {
  readonly workspace: Workspace;
  readonly compiled: Compiled;
}

/** Two states of a repository, and the plan between them. */
export interface History {
  readonly base: State;
  readonly head: State;
  readonly plan: Plan;
}

const indexEntries = oncePer(
  ({ manifest }: Compiled) => new Map(manifest.apis.map((api) => [apiKey(api), api] as const)),
);

/** The manifest entry of an API; undefined if it is not declared. */
export function entryOf({ compiled }: State, key: string): ManifestApi | undefined {
  return indexEntries(compiled).get(key);
}

/** The compiled API with a key; undefined if it is not declared. */
export function partOf(state: State, key: string): CompiledApi | undefined {
  const entry = entryOf(state, key);
  return entry && state.compiled.apis.get(entry.part);
}

/** The stages of the lifecycle of a version. */
export const stages = ['created', 'published', 'deprecated', 'retired'] as const;

type Stage = (typeof stages)[number];

/**
 * The stage of a version. A blocked version counts as deprecated if it has a deprecation notice, and as published
 * otherwise.
 */
export function stageOf({ state, deprecation }: ApiDeclaration): Stage {
  if (state !== 'blocked') return state;
  return deprecation ? 'deprecated' : 'published';
}

const indexSubscribers = oncePer(({ manifest }: Compiled) =>
  Map.groupBy(
    manifest.subscriptions.filter(({ state }) => state === 'active'),
    ({ api }) => api,
  ),
);

/** The applications that can call a version, sorted. */
export function subscribersOf({ compiled }: State, api: string): readonly string[] {
  return (indexSubscribers(compiled).get(api) ?? []).map(({ application }) => application);
}
