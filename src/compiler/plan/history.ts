import type { Compiled } from '../../compiled/compiled.ts';
import type { CompiledApi } from '../../compiled/compiled-api.ts';
import { oncePer } from '../rule/once-per.ts';
import { apiKey, type Workspace } from '../workspace/workspace.ts';
import type { Plan } from './change.ts';

/** A state of a repository that compiles. */
export interface State {
  readonly workspace: Workspace;
  readonly compiled: Compiled;
}

/** Two states of a repository, and what makes the second of the first. */
export interface History {
  readonly base: State;
  readonly head: State;
  readonly plan: Plan;
}

const indexParts = oncePer(
  ({ manifest, apis }: Compiled) =>
    new Map(manifest.apis.map((api) => [apiKey(api), apis.get(api.part)] as const)),
);

/** What stands behind the address of an API in one state; undefined where it is not declared there. */
export function partOf({ compiled }: State, key: string): CompiledApi | undefined {
  return indexParts(compiled).get(key);
}
