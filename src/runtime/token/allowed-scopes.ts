import type { Compiled } from '#compiled/compiled.ts';
import { compareLists, groupItems, type Grouping } from '#compiled/list-difference.ts';
import type { ManifestSubscription } from '#compiled/manifest.ts';
import { sameJson } from '#compiled/json.ts';

/** The scopes of all APIs, and the applications that may have them. */
export interface ScopeCatalog {
  /**
   * The description of a scope by the API's owner; empty if there is no description, undefined if no API has the
   * scope.
   */
  describe(scope: string): string | undefined;
  /** The scopes that the subscriptions of an application allow, sorted. */
  allowedTo(application: string): readonly string[];
  /** Every scope of every API, sorted. */
  readonly all: readonly string[];
}

/**
 * Reads the scopes of a route table. Reuses what has not changed since `previous`. If several APIs have a scope, the
 * first one with a description describes it.
 */
export function readScopes(table: Compiled, previous?: ScopeCatalog): ScopeCatalog {
  return new Scopes(table, previous instanceof Scopes ? previous : undefined);
}

class Scopes implements ScopeCatalog {
  readonly #table: Compiled;
  readonly #descriptions: ReadonlyMap<string, string>;
  readonly #subscriptions: Grouping<ManifestSubscription>;
  readonly #allowed: WeakMap<readonly ManifestSubscription[], readonly string[]>;
  readonly all: readonly string[];

  constructor(table: Compiled, previous: Scopes | undefined) {
    const { subscriptions } = table.manifest;
    this.#table = table;
    this.#subscriptions = groupItems(subscriptions, applicationOf, previous && previous.#subscriptions);
    // By group, since an unchanged group is the same object.
    this.#allowed = previous ? previous.#allowed : new WeakMap();
    const isUnchanged = previous !== undefined && haveSameScopes(previous.#table, table);
    this.#descriptions = isUnchanged ? previous.#descriptions : describeScopes(table);
    this.all = isUnchanged ? previous.all : [...this.#descriptions.keys()].toSorted();
  }

  describe(scope: string): string | undefined {
    return this.#descriptions.get(scope);
  }

  allowedTo(application: string): readonly string[] {
    const group = this.#subscriptions.groups.get(application);
    if (!group) return [];
    const known = this.#allowed.get(group) ?? scopesOf(group);
    this.#allowed.set(group, known);
    return known;
  }
}

function applicationOf({ application }: ManifestSubscription): string {
  return application;
}

function scopesOf(subscriptions: readonly ManifestSubscription[]): readonly string[] {
  const active = subscriptions.filter(({ state }) => state === 'active');
  return [...new Set(active.flatMap(({ scopes }) => scopes))].toSorted();
}

/**
 * Whether the APIs of two tables, in their order, have the same scopes. Compares only APIs that are different objects.
 */
function haveSameScopes(before: Compiled, now: Compiled): boolean {
  const { added, removed } = compareLists(before.manifest.apis, now.manifest.apis);
  if (added.length !== removed.length) return false;
  return added.every((api, index) => {
    const other = removed[index];
    return (
      other?.context === api.context &&
      other.version === api.version &&
      sameJson(before.apis.get(other.part)?.scopes, now.apis.get(api.part)?.scopes)
    );
  });
}

function describeScopes({ manifest, apis }: Compiled): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>();
  for (const { part } of manifest.apis) {
    for (const [scope, description] of Object.entries(apis.get(part)?.scopes ?? {})) {
      if (!descriptions.get(scope)) descriptions.set(scope, description);
    }
  }
  return descriptions;
}
