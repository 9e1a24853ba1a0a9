import { markHidden } from '#compiled/names/hidden-characters.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { describeDay } from '#runtime/pages/show-day.ts';
import type { LifecycleEvent } from '#runtime/ports/notices/lifecycle.ts';
import { texts } from '../texts/texts.ts';
import { pathOfApi, type PortalAddresses } from '../visit/paths.ts';

const { feeds: words } = texts;

/** An Atom feed about API versions (RFC 4287). All URLs are absolute. */
export interface Feed {
  readonly title: string;
  readonly author: string;
  /** The page that the feed is about. */
  readonly page: string;
  /** The URL of the feed itself, which is also its identifier. */
  readonly self: string;
  /** The API versions by name and version; events of others are omitted. */
  readonly versions: ReadonlyMap<string, ManifestApi>;
  /** The newest first. */
  readonly events: readonly LifecycleEvent[];
}

/** The number of entries of a feed. */
const mostEntries = 50;

/** The document of a feed. `html` makes well-formed XML. */
export function renderFeed(
  { title, author, page, self, versions, events }: Feed,
  addresses: PortalAddresses,
): string {
  const entries = newestOfEach(events)
    .slice(0, mostEntries)
    .flatMap((event) => {
      const entry = versions.get(event.api);
      return entry ? [renderEntry(event, entry, addresses)] : [];
    });
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
    <id>${self}</id>
    <title>${markHidden(title)}</title>
    <updated>${toTime(events[0]?.at ?? 0)}</updated>
    <author><name>${markHidden(author)}</name></author>
    <link rel="self" type="application/atom+xml" href="${self}" />
    <link rel="alternate" type="text/html" href="${page}" />
    ${entries}
  </feed> `;
  return `<?xml version="1.0" encoding="utf-8"?>\n${String(feed).trim()}\n`;
}

/** An entry stands for a state of a version; one that a version has again is the same entry, updated. */
function newestOfEach(events: readonly LifecycleEvent[]): readonly LifecycleEvent[] {
  const found = new Map<string, LifecycleEvent>();
  for (const event of events) {
    const key = `${event.api} ${nameEvent(event)}`;
    if (!found.has(key)) found.set(key, event);
  }
  return [...found.values()];
}

function renderEntry(event: LifecycleEvent, entry: ManifestApi, addresses: PortalAddresses): Html {
  const page = addresses.origin + pathOfApi(addresses, entry);
  const title = titleOfEvent(event);
  return html`<entry>
    <id>${page}#${nameEvent(event)}</id>
    <title>${markHidden(title)}</title>
    <updated>${toTime(event.at)}</updated>
    <link rel="alternate" type="text/html" href="${page}" />
    <content type="text">${markHidden(describeEvent(title, event))}</content>
  </entry>`;
}

/** What distinguishes an event from others of its version; the same in every gateway. */
export function nameEvent({ state, isSunsetChange, isAgain, sunset }: LifecycleEvent): string {
  if (isAgain) return `${state}-again`;
  return isSunsetChange ? `sunset-${sunset ?? 'none'}` : state;
}

/** What happened, with the name and the version. */
export function titleOfEvent({ api, state, isSunsetChange, isAgain }: LifecycleEvent): string {
  const name = api.replace('/', ' ');
  if (isAgain) return words.publishedAgain(name);
  return isSunsetChange ? words.sunsetChanged(name) : words.states[state](name);
}

/** The state and its dates, a sentence each. */
export function describeEvent(title: string, { state, since, sunset, successor }: LifecycleEvent): string {
  const isDeprecated = state === 'deprecated';
  return [
    `${title}.`,
    ...(isDeprecated && since !== undefined ? [words.since(describeDay(since))] : []),
    ...(isDeprecated && sunset !== undefined ? [words.sunset(describeDay(sunset))] : []),
    ...(successor === undefined ? [] : [words.successor(successor)]),
  ].join(' ');
}

/** A time as RFC 3339 has it, without fractions of seconds. */
function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
