import type { Deprecation } from '../../../../compiled/manifest.ts';
import type { ApiDeclaration } from '../declaration.ts';

/** Finds an API by its key, `Name/version`. */
export type FindApi = (key: string) => ApiDeclaration | undefined;

/** What callers of a version learn about its end; a successor that cannot be called is left out. */
export function compileDeprecation(
  { deprecation }: ApiDeclaration,
  findApi: FindApi,
): { readonly deprecation?: Deprecation } {
  if (!deprecation) return {};
  const { since, sunset, link } = deprecation;
  const successor = deprecation.successor === undefined ? undefined : findApi(deprecation.successor);
  return {
    deprecation: {
      since: toSeconds(since),
      ...(sunset !== undefined && { sunset: toSeconds(sunset) }),
      ...(link !== undefined && { link }),
      ...(isCallable(successor) && { successor: `${successor.context.slice(1)}/${successor.version}` }),
    },
  };
}

/** Callers are not sent where every call is refused. */
function isCallable(api: ApiDeclaration | undefined): api is ApiDeclaration {
  return api?.state === 'published' || api?.state === 'deprecated';
}

/** A date without a time is one in UTC. */
function toSeconds(date: string): number {
  return Date.parse(date) / 1000;
}
