import { createHash } from 'node:crypto';
import { apiKey } from '#compiled/api-key.ts';
import { catalogueOf, visibleApis, type CatalogueVersion } from '../catalogue/catalogue.ts';
import { texts } from '../texts/texts.ts';
import { matchesTag } from '../visit/entity-tag.ts';
import { pathOfApi, pathOfFeed } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
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

/** The feed about all API versions, by the store of one table, since feed readers request it again and again. */
const remembered = new WeakMap<Portal, { readonly revision: number; readonly body: Promise<string> }>();

async function sendCatalogueFeed(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal } = visit;
  if (portal.store.visibility !== 'public') return showStoreProblem(portal, 'page_unknown');
  const revision = await portal.services.notices.readLifecycleRevision();
  const known = remembered.get(portal);
  if (known?.revision === revision) return sendFeed(visit, await known.body);
  const body = renderCatalogueFeed(portal);
  remembered.set(portal, { revision, body });
  body.catch(() => remembered.delete(portal));
  return sendFeed(visit, await body);
}

function renderCatalogueFeed(portal: Portal): Promise<string> {
  const { addresses, title } = portal;
  return readFeed(portal, listPublicVersions(portal), {
    title: words.ofCatalogue(title),
    page: addresses.origin + addresses.path,
    self: addresses.origin + pathOfFeed(addresses),
  });
}

async function sendVersionFeed(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, parameters } = visit;
  const { addresses } = portal;
  const found = listPublicVersions(portal).filter(
    ({ entry }) => entry.context === parameters['context'] && entry.version === parameters['version'],
  );
  const [version] = found;
  if (!version || portal.store.visibility !== 'public') return showStoreProblem(portal, 'page_unknown');
  const { entry } = version;
  const body = await readFeed(portal, found, {
    title: words.ofVersion(`${entry.name} ${entry.version}`),
    page: addresses.origin + pathOfApi(addresses, entry),
    self: addresses.origin + pathOfFeed(addresses, entry),
  });
  return sendFeed(visit, body);
}

function listPublicVersions(portal: Portal): readonly CatalogueVersion[] {
  return visibleApis(catalogueOf(portal), undefined).flatMap(({ versions }) => versions);
}

/** How long a reader or a proxy may use a feed without asking again, in seconds. */
const maxAgeSeconds = 300;

/** The document of a feed, with what happened to its versions. Rejects with a StoreError. */
async function readFeed(
  portal: Portal,
  versions: readonly CatalogueVersion[],
  feed: Omit<Feed, 'author' | 'versions' | 'events'>,
): Promise<string> {
  const byKey = new Map(versions.map((version) => [apiKey(version.entry), version.entry]));
  const events = await portal.services.notices.readLifecycle([...byKey.keys()]);
  const author = portal.compiled.manifest.organisation;
  return renderFeed({ ...feed, author, versions: byKey, events }, portal.addresses);
}

function sendFeed({ ifNoneMatch = '' }: StoreVisit, body: string): StoreAnswer {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const headers = { etag, 'cache-control': `public, max-age=${maxAgeSeconds}` };
  const type = 'application/atom+xml; charset=utf-8';
  if (matchesTag(ifNoneMatch, etag)) return { status: 304, type, body: undefined, headers };
  return { status: 200, type, body, headers };
}
