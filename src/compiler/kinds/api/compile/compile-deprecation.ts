import type { Deprecation } from '#compiled/manifest.ts';
import type { ApiDeclaration } from '../declaration.ts';

/** Finds an API by its key, `Name/version`. */
export type FindApi = (key: string) => ApiDeclaration | undefined;

/** The information for callers about the end of a version; a successor that cannot be called is omitted. */
export function compileDeprecation(
  { deprecation }: ApiDeclaration,
  findApi: FindApi,
): { readonly deprecation?: Deprecation } {
  if (!deprecation) return {};
  const successor = deprecation.successor === undefined ? undefined : findApi(deprecation.successor);
  return {
    deprecation: {
      ...compileNotice(deprecation),
      ...(isCallable(successor) && { successor: `${successor.context.slice(1)}/${successor.version}` }),
    },
  };
}

interface Notice {
  readonly since: string;
  readonly sunset?: string;
  readonly link?: string;
}

/** The dates and the page of a deprecation. */
export function compileNotice({ since, sunset, link }: Notice): Omit<Deprecation, 'successor'> {
  return {
    since: toSeconds(since),
    ...(sunset !== undefined && { sunset: toSeconds(sunset) }),
    ...(link !== undefined && { link }),
  };
}

/** Whether an API accepts calls, so that callers may be directed to it. */
function isCallable(api: ApiDeclaration | undefined): api is ApiDeclaration {
  return api?.state === 'published' || api?.state === 'deprecated';
}

/** The seconds since 1970-01-01T00:00:00Z; a date without a time is in UTC. */
function toSeconds(date: string): number {
  return Date.parse(date) / 1000;
}
