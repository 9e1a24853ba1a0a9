import { apiKey } from '#compiled/api-key.ts';
import { isJsonObject } from '#compiled/json.ts';
import type { Manifest, ManifestApi } from '#compiled/manifest.ts';
import type { LifecycleEvent } from '#runtime/ports/notices/lifecycle.ts';

/** What is known about an API version. */
interface KnownVersion {
  readonly state: ManifestApi['state'];
  readonly sunset?: number;
  /** The newest last. */
  readonly events: readonly LifecycleEvent[];
}

/** A change that the callers of an API version have to know. */
export interface LifecycleChange {
  readonly entry: ManifestApi;
  readonly event: LifecycleEvent;
}

/** How many events of each version are remembered. */
const mostEvents = 10;

/**
 * What the gateway has seen of the lifecycle of API versions. A table has the current state of each only, so that this is
 * what shows that a table changed one, also one that was loaded while the gateway was restarted.
 */
export class LifecycleRecord {
  #versions: ReadonlyMap<string, KnownVersion> = new Map();
  #isEmpty = true;

  /** `saved` is the text of an earlier record; a text that cannot be read is ignored. */
  constructor(saved: string | undefined) {
    const versions = saved === undefined ? undefined : readSaved(saved);
    if (!versions) return;
    this.#versions = versions;
    this.#isEmpty = false;
  }

  /**
   * Compares a table with what was known. `now` is when the table was made, in milliseconds since 1970. Returns the
   * changes of versions that were known before; all are recorded.
   */
  note(
    { apis }: Pick<Manifest, 'apis'>,
    now: number,
  ): { readonly changes: readonly LifecycleChange[]; readonly isNew: boolean } {
    const before = this.#versions;
    const changes: LifecycleChange[] = [];
    let isNew = this.#isEmpty || before.size !== apis.length;
    this.#versions = new Map(
      apis.map((entry) => {
        const key = apiKey(entry);
        const known = before.get(key);
        const event = findEvent(entry, known, now);
        if (!event && known?.state === entry.state && known.sunset === entry.deprecation?.sunset)
          return [key, known];
        isNew = true;
        if (event && known) changes.push({ entry, event });
        return [key, noteVersion(entry, known, event)];
      }),
    );
    this.#isEmpty = false;
    return { changes, isNew };
  }

  /** The newest events of some versions, the newest first, at most `most`. */
  newest(apis: readonly string[], most: number): readonly LifecycleEvent[] {
    return apis
      .flatMap((key) => this.#versions.get(key)?.events ?? [])
      .toSorted((one, other) => other.at - one.at)
      .slice(0, most);
  }

  /** The text to save. */
  render(): string {
    return JSON.stringify({ format: 1, versions: Object.fromEntries(this.#versions) });
  }
}

function noteVersion(
  { state, deprecation }: ManifestApi,
  known: KnownVersion | undefined,
  event: LifecycleEvent | undefined,
): KnownVersion {
  const events = [...(known?.events ?? []), ...(event ? [event] : [])].slice(-mostEvents);
  return { state, ...(deprecation?.sunset !== undefined && { sunset: deprecation.sunset }), events };
}

/** What happened to a version; undefined if it is as it was known, or was not published yet. */
function findEvent(
  entry: ManifestApi,
  known: KnownVersion | undefined,
  now: number,
): LifecycleEvent | undefined {
  const { state, deprecation: { since, sunset, successor } = {} } = entry;
  if (state === 'created') return undefined;
  const isSunsetChange = known?.state === state && state === 'deprecated' && known.sunset !== sunset;
  if (known?.state === state && !isSunsetChange) return undefined;
  // Of what was deprecated before the gateway saw it, the declaration has the date.
  const isEarlier = !known && state === 'deprecated' && since !== undefined && since * 1000 < now;
  return {
    api: apiKey(entry),
    state,
    ...(isSunsetChange && { isSunsetChange }),
    at: isEarlier ? since * 1000 : now,
    ...(since !== undefined && { since }),
    ...(sunset !== undefined && { sunset }),
    ...(successor !== undefined && { successor }),
  };
}

function readSaved(text: string): ReadonlyMap<string, KnownVersion> | undefined {
  try {
    const saved: unknown = JSON.parse(text);
    if (!isJsonObject(saved) || saved['format'] !== 1 || !isJsonObject(saved['versions'])) return undefined;
    const versions = Object.entries(saved['versions']);
    // The gateway itself wrote the file; only one of another version could have other members.
    return versions.every(([, version]) => isJsonObject(version) && Array.isArray(version['events']))
      ? new Map(versions as unknown as readonly (readonly [string, KnownVersion])[])
      : undefined;
  } catch {
    return undefined;
  }
}
