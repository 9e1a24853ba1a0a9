import { createHash } from 'node:crypto';
import { apiKey } from '#compiled/api-key.ts';
import { catalogueOf, visibleApis, type CatalogueVersion } from '../catalogue/catalogue.ts';
import { texts } from '../texts/texts.ts';
import { matchesTag } from '../visit/entity-tag.ts';
import { pathOfApi, pathOfFeed } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { renderFeed, type Feed } from './render-feed.ts';

const { feeds: words } = texts;

/** Feed readers have no session, so that these are about what everybody may see. */
const use = { method: 'GET', use: 'asset', audience: 'catalogue' } as const;

export const feedEndpoints: readonly PortalEndpoint[] = [
  { ...use, path: '/changes.atom', answer: sendCatalogueFeed },
  { ...use, path: '/apis/:context/:version/changes.atom', answer: sendVersionFeed },
];

function sendCatalogueFeed(visit: StoreVisit): Promise<StoreAnswer> | StoreAnswer {
  const { portal } = visit;
  const { addresses, title } = portal;
  if (portal.store.visibility !== 'public') return showStoreProblem(portal, 'page_unknown');
  const page = addresses.origin + addresses.path;
  return sendFeed(visit, listPublicVersions(visit), {
    title: words.ofCatalogue(title),
    page,
    self: addresses.origin + pathOfFeed(addresses),
  });
}

function sendVersionFeed(visit: StoreVisit): Promise<StoreAnswer> | StoreAnswer {
  const { portal, parameters } = visit;
  const { addresses } = portal;
  const found = listPublicVersions(visit).filter(
    ({ entry }) => entry.context === parameters['context'] && entry.version === parameters['version'],
  );
  const [version] = found;
  if (!version || portal.store.visibility !== 'public') return showStoreProblem(portal, 'page_unknown');
  const { entry } = version;
  return sendFeed(visit, found, {
    title: words.ofVersion(`${entry.name} ${entry.version}`),
    page: addresses.origin + pathOfApi(addresses, entry),
    self: addresses.origin + pathOfFeed(addresses, entry),
  });
}

function listPublicVersions({ portal }: StoreVisit): readonly CatalogueVersion[] {
  return visibleApis(catalogueOf(portal), undefined).flatMap(({ versions }) => versions);
}

/** How long a reader or a proxy may use a feed without asking again, in seconds. */
const maxAgeSeconds = 300;

async function sendFeed(
  { portal, ifNoneMatch = '' }: StoreVisit,
  versions: readonly CatalogueVersion[],
  feed: Omit<Feed, 'author' | 'versions' | 'events'>,
): Promise<StoreAnswer> {
  const byKey = new Map(versions.map((version) => [apiKey(version.entry), version.entry]));
  const events = await portal.services.notices.readLifecycle([...byKey.keys()]);
  const author = portal.compiled.manifest.organisation;
  const body = renderFeed({ ...feed, author, versions: byKey, events }, portal.addresses);
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const headers = { etag, 'cache-control': `public, max-age=${maxAgeSeconds}` };
  const type = 'application/atom+xml; charset=utf-8';
  if (matchesTag(ifNoneMatch, etag)) return { status: 304, type, body: undefined, headers };
  return { status: 200, type, body, headers };
}
