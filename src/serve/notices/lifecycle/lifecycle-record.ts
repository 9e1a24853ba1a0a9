import { apiKey } from '#compiled/api-key.ts';
import type { Manifest, ManifestApi } from '#compiled/manifest.ts';
import type { LifecycleEvent } from '#runtime/ports/notices/lifecycle.ts';
import { readSavedVersions, type KnownVersion } from './known-version.ts';

/** A change that the callers of an API version have to know. */
export interface LifecycleChange {
  /** Absent if the version is no longer in the table. */
  readonly entry?: ManifestApi;
  readonly event: LifecycleEvent;
  /** What the version was before, and what it is now, as `phaseOf` names it. */
  readonly before: string;
  readonly after: string;
  /**
   * The names of the applications that subscribe to the version, or did so before the change. Of a version that is published
   * again, those to which it was announced that it is not.
   */
  readonly subscribers: readonly string[];
}

/** How many events of each version are remembered. */
const mostEvents = 10;

type NotedTable = Pick<Manifest, 'apis' | 'subscriptions'>;

/**
 * What the gateway has seen of the lifecycle of API versions. A table has the current state of each only, so that this is
 * what shows that a table changed one, also one that was loaded while the gateway was restarted.
 */
export class LifecycleRecord {
  #versions: ReadonlyMap<string, KnownVersion> = new Map();
  #isEmpty = true;
  #revision = 0;

  /**
   * `saved` is the text of an earlier record; a text that cannot be read is ignored. `now` is in milliseconds since 1970: no
   * event is later.
   */
  constructor(saved: string | undefined, now: number) {
    const versions = saved === undefined ? undefined : readSavedVersions(saved, now);
    if (!versions) return;
    this.#versions = versions;
    this.#isEmpty = false;
  }

  /** Another number whenever the record has changed. */
  get revision(): number {
    return this.#revision;
  }

  /**
   * Compares a table with what was known. `now` is when the table was made, in milliseconds since 1970. Returns the
   * changes of versions that were known before; all are recorded.
   */
  note(
    { apis, subscriptions }: NotedTable,
    now: number,
  ): { readonly changes: readonly LifecycleChange[]; readonly isNew: boolean } {
    const before = this.#versions;
    const subscribed = Map.groupBy(subscriptions, ({ api }) => api);
    const addresses = new Set(apis.map(addressOf));
    const noted = apis.map((entry) => {
      const key = apiKey(entry);
      const subscribers = (subscribed.get(key) ?? []).map(({ application }) => application);
      return noteVersion(key, { entry, subscribers, known: before.get(key), now });
    });
    const present = new Set(noted.map(({ key }) => key));
    const missing = [...before].flatMap(([key, known]) =>
      present.has(key) ? [] : noteMissing(key, { known, addresses, now }),
    );
    const all = [...noted, ...missing];
    const isNew = this.#isEmpty || before.size !== all.length || all.some((one) => one.isNew);
    this.#versions = new Map(all.map(({ key, version }) => [key, version]));
    this.#isEmpty = false;
    if (isNew) this.#revision += 1;
    return { changes: all.flatMap(({ change }) => (change ? [change] : [])), isNew };
  }

  /** Whether a version is still what a change has made of it, without another change in between. */
  isLast({ event, after }: LifecycleChange): boolean {
    const known = this.#versions.get(event.api);
    return known !== undefined && known.events.at(-1) === event && phaseOf(known) === after;
  }

  /** The newest events of some versions, the newest first, at most `most`. */
  newest(apis: readonly string[], most: number): readonly LifecycleEvent[] {
    return apis
      .flatMap((key) => this.#versions.get(key)?.events.toReversed() ?? [])
      .toSorted((one, other) => other.at - one.at)
      .slice(0, most);
  }

  /** The text to save. */
  render(): string {
    return JSON.stringify({ format: 1, versions: Object.fromEntries(this.#versions) });
  }
}

/** A version after a table was noted. */
interface NotedVersion {
  readonly key: string;
  readonly version: KnownVersion;
  readonly change?: LifecycleChange;
  /** Whether it differs from what was known. */
  readonly isNew: boolean;
}

interface SeenVersion {
  readonly entry: ManifestApi;
  readonly subscribers: readonly string[];
  readonly known: KnownVersion | undefined;
  readonly now: number;
}

function noteVersion(key: string, { entry, subscribers, known, now }: SeenVersion): NotedVersion {
  const event = findEvent(entry, known, now);
  const { state, deprecation: { sunset } = {} } = entry;
  const address = addressOf(entry);
  const isSame = !event && known?.state === state && known.sunset === sunset && known.address === address;
  if (isSame && isSameList(known.subscribers, subscribers)) return { key, version: known, isNew: false };
  const version = {
    state,
    ...(sunset !== undefined && { sunset }),
    address,
    subscribers,
    ...findNotified({ entry, subscribers, known, now }, event),
    events: addEvent(known, event),
  };
  const concerned = event?.isAgain ? known && notifiedOf(known) : union(known?.subscribers, subscribers);
  const change = event && known && { entry, event, ...phases(known, version), subscribers: concerned ?? [] };
  return { key, version, ...(change && { change }), isNew: true };
}

/**
 * A version that is no longer in the table counts as retired, unless its address has another name now. It stays known, so
 * that it is a change if it returns.
 */
function noteMissing(
  key: string,
  {
    known,
    addresses,
    now,
  }: { readonly known: KnownVersion; readonly addresses: ReadonlySet<string>; readonly now: number },
): readonly NotedVersion[] {
  const notified = notifiedOf(known);
  if (known.address !== undefined && addresses.has(known.address)) return [];
  if (known.state === 'created' && !notified) return [];
  if (known.state === 'retired' || known.state === 'created') return [{ key, version: known, isNew: false }];
  const event: LifecycleEvent = { api: key, state: 'retired', at: now };
  const { sunset: _sunset, ...rest } = known;
  const version = {
    ...rest,
    state: event.state,
    notified: union(notified, known.subscribers),
    events: addEvent(known, event),
  };
  const change = { event, ...phases(known, version), subscribers: known.subscribers ?? [] };
  return [{ key, version, change, isNew: true }];
}

/** What a notice of a version is about: its state, and its date of retirement while it is deprecated. */
function phaseOf({ state, sunset }: Pick<KnownVersion, 'state' | 'sunset'>): string {
  return state === 'deprecated' ? `${state} ${sunset ?? 'without a date'}` : state;
}

function phases(known: KnownVersion, version: KnownVersion) {
  return { before: phaseOf(known), after: phaseOf(version) };
}

function addEvent(known: KnownVersion | undefined, event: LifecycleEvent | undefined) {
  return [...(known?.events ?? []), ...(event ? [event] : [])].slice(-mostEvents);
}

function union(one: readonly string[] = [], other: readonly string[] = []): readonly string[] {
  return [...new Set([...one, ...other])];
}

const restrictions: ReadonlySet<ManifestApi['state']> = new Set(['deprecated', 'blocked', 'retired']);

/** The applications to which it was announced that a version is restricted; undefined if it is not. */
function notifiedOf({ state, notified, subscribers = [] }: KnownVersion): readonly string[] | undefined {
  return notified ?? (restrictions.has(state) ? subscribers : undefined);
}

/** The member `notified` of a version after a table was noted. */
function findNotified(
  { entry: { state }, subscribers, known }: SeenVersion,
  event: LifecycleEvent | undefined,
): Pick<KnownVersion, 'notified'> {
  if (state === 'published') return {};
  const before = known && notifiedOf(known);
  if (!restrictions.has(state)) return before ? { notified: before } : {};
  // What a version was when the gateway saw it first is announced to nobody.
  if (!known || !event) return { notified: before ?? [] };
  return { notified: union(before, union(known.subscribers, subscribers)) };
}

function isSameList(one: readonly string[] = [], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

function addressOf({ context, version }: ManifestApi): string {
  return `${context}/${version}`;
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
    ...(state === 'published' && known && notifiedOf(known) && { isAgain: true as const }),
    at: isEarlier ? since * 1000 : now,
    ...(since !== undefined && { since }),
    ...(sunset !== undefined && { sunset }),
    ...(successor !== undefined && { successor }),
  };
}
