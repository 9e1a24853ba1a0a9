import { pathOfApi } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { pathOfGroup } from './api-paths.ts';
import { aboutVersion, findVersions, type FoundVersion } from './find-version.ts';
import { showOperation } from './reference/show-operation.ts';
import { showSchema, showSchemas } from './reference/show-schemas.ts';
import { sendDocument } from './send-document.ts';
import { showApi } from './show-api.ts';
import { showChanges } from './show-changes.ts';
import { showGroup } from './show-group.ts';

const version = '/apis/:context/:version';

const page = { method: 'GET', use: 'page', audience: 'catalogue' } as const;

const described = { ...page, markdown: 'rendered' } as const;

export const apiPageEndpoints: readonly PortalEndpoint[] = [
  { ...page, path: '/apis/:context', answer: redirectToNewest },
  { ...described, path: version, answer: aboutVersion(showApi) },
  { ...described, path: `${version}/operations`, answer: aboutVersion(showGroup) },
  { ...described, path: `${version}/operation`, answer: aboutVersion(showOperation) },
  { ...described, path: `${version}/schemas`, answer: aboutVersion(showSchemas) },
  { ...described, path: `${version}/schemas/:schema`, answer: aboutVersion(showSchema) },
  { ...described, path: `${version}/changes`, answer: aboutVersion(showChanges) },
  { ...page, path: `${version}/reference`, answer: aboutVersion(redirectToOperations) },
  // An asset, since client generators load it too.
  { ...page, path: `${version}/openapi.json`, use: 'asset', answer: aboutVersion(sendDocument) },
];

/** Redirects bookmarks of the former reference viewer: those of one tag to its operations. */
function redirectToOperations({ portal, query }: StoreVisit, { entry }: FoundVersion): StoreAnswer {
  const tag = query.get('tag');
  const location =
    tag === null
      ? `${pathOfApi(portal.addresses, entry)}#operations`
      : pathOfGroup(portal.addresses, entry, tag === '' ? undefined : tag);
  return { location, isPermanent: true };
}

/** Redirects to the newest published version, or to the newest version if none is published. */
function redirectToNewest(visit: StoreVisit): StoreAnswer {
  const { portal } = visit;
  const versions = findVersions(visit);
  const newest = versions.find(({ entry }) => entry.state === 'published') ?? versions[0];
  if (!newest) return showStoreProblem(portal, 'page_unknown');
  return { location: pathOfApi(portal.addresses, newest.entry) };
}
