import type { Compiled } from '../../compiled/compiled.ts';

/** The scopes of all APIs, and who may have which. */
export interface ScopeBook {
  /** What a scope allows, in words of the API's owner; empty where there are none, undefined where no API has it. */
  describe(scope: string): string | undefined;
  /** The scopes that the subscriptions of an application allow it, sorted. */
  allowedTo(application: string): readonly string[];
  /** Every scope of every API, sorted. */
  readonly all: readonly string[];
}

/** Reads the scopes of a route table. Of two APIs with the same scope, the first one describes it. */
export function readScopes({ manifest, apis }: Compiled): ScopeBook {
  const descriptions = new Map<string, string>();
  for (const { part } of manifest.apis) {
    for (const [scope, description] of Object.entries(apis.get(part)?.scopes ?? {})) {
      if (!descriptions.get(scope)) descriptions.set(scope, description);
    }
  }
  const allowed = groupByApplication(manifest.subscriptions);
  return {
    describe: (scope) => descriptions.get(scope),
    allowedTo: (application) => allowed.get(application) ?? [],
    all: [...descriptions.keys()].toSorted(),
  };
}

function groupByApplication(
  subscriptions: Compiled['manifest']['subscriptions'],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, ReadonlySet<string>>();
  for (const { application, state, scopes } of subscriptions) {
    if (state === 'active') groups.set(application, new Set([...(groups.get(application) ?? []), ...scopes]));
  }
  return new Map([...groups].map(([application, scopes]) => [application, [...scopes].toSorted()]));
}
