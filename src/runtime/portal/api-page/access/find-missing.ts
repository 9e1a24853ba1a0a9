import { forwardsCalls } from '../../../../compiled/manifest.ts';
import type { FoundVersion } from '../find-version.ts';
import type { ChosenApplication } from './choose-application.ts';

/** What an application lacks to call an API version. */
export type MissingPart = 'state' | 'subscription' | 'blocked' | 'keySet' | 'endpoint' | 'grant';

/** What an application lacks for any call, the most important first; empty if it can call. */
export function findMissing(
  { application, consumerKey, keySet, subscription }: ChosenApplication,
  { entry, api }: FoundVersion,
): readonly MissingPart[] {
  const parts: readonly (readonly [MissingPart, boolean])[] = [
    ['state', !forwardsCalls(entry)],
    ['subscription', !subscription],
    ['blocked', subscription?.state === 'blocked'],
    ['endpoint', !api.endpoints[keySet]],
    ['keySet', consumerKey === undefined],
    ['grant', application.grants.length === 0],
  ];
  return parts.filter(([, isMissing]) => isMissing).map(([part]) => part);
}

/** The scopes that operations need and a subscription does not allow, sorted. */
export function findMissingScopes(
  { subscription }: ChosenApplication,
  { api }: FoundVersion,
): readonly string[] {
  const allowed = new Set(subscription?.scopes);
  const missing = api.operations.flatMap(({ scopes }) => {
    if (!scopes || scopes.some((set) => set.every((scope) => allowed.has(scope)))) return [];
    return (scopes[0] ?? []).filter((scope) => !allowed.has(scope));
  });
  return [...new Set(missing)].toSorted();
}
