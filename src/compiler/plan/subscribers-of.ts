import type { Compiled } from '../../compiled/compiled.ts';
import { oncePer } from '../rule/once-per.ts';
import type { State } from './history/history.ts';

const indexSubscribers = oncePer(({ manifest }: Compiled) =>
  Map.groupBy(
    manifest.subscriptions.filter(({ state }) => state === 'active'),
    ({ api }) => api,
  ),
);

/** The applications that may call a version, sorted. */
export function subscribersOf({ compiled }: State, api: string): readonly string[] {
  return (indexSubscribers(compiled).get(api) ?? []).map(({ application }) => application);
}
