import { pathOfApi } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { aboutVersion, findVersions } from './find-version.ts';
import { sendDocument } from './send-document.ts';
import { showApi } from './show-api.ts';
import { showChanges } from './show-changes.ts';
import { showGroup } from './show-group.ts';
import { showOperation } from './show-operation.ts';

const version = '/apis/:context/:version';
const page = { method: 'GET', use: 'page', audience: 'catalogue' } as const;

export const apiPageEndpoints: readonly PortalEndpoint[] = [
  { ...page, path: '/apis/:context', answer: redirectToNewest },
  { ...page, path: version, answer: aboutVersion(showApi) },
  { ...page, path: `${version}/operations`, answer: aboutVersion(showGroup) },
  { ...page, path: `${version}/operation`, answer: aboutVersion(showOperation) },
  { ...page, path: `${version}/changes`, answer: aboutVersion(showChanges) },
  // A generator of clients or the viewer loads it too.
  { ...page, path: `${version}/openapi.json`, use: 'asset', answer: aboutVersion(sendDocument) },
];

/** Redirects to the newest published version, or to the newest one if none is published. */
function redirectToNewest(visit: StoreVisit): StoreAnswer {
  const { portal } = visit;
  const versions = findVersions(visit);
  const newest = versions.find(({ entry }) => entry.state === 'published') ?? versions[0];
  if (!newest) return showStoreProblem(portal, 'page_unknown');
  return { location: pathOfApi(portal.addresses, newest.entry) };
}
