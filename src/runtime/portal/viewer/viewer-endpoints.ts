import { viewerDocument } from '#openapi/publish/viewer-document.ts';
import { readOperations } from '../api-page/api-operations.ts';
import { callAddress } from '../api-page/api-paths.ts';
import { aboutVersion, type FoundVersion } from '../api-page/find-version.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { linkImages } from './link-images.ts';
import { showReference, isShownInParts } from './show-reference.ts';
import { streamJson } from './stream-json.ts';

const reference = '/apis/:context/:version/reference';
const readable = { method: 'GET', audience: 'catalogue' } as const;

export const viewerEndpoints: readonly PortalEndpoint[] = [
  { ...readable, path: reference, use: 'page', answer: aboutVersion(showReference) },
  { ...readable, path: `${reference}/document`, use: 'script', answer: aboutVersion(sendViewerDocument) },
];

/**
 * Sends the document for the viewer. With `tag`, it contains only the operations with that tag, or without any tag if
 * `tag` is empty. A document that is shown in parts requires `tag`.
 */
function sendViewerDocument({ portal, query }: StoreVisit, { entry, api }: FoundVersion): StoreAnswer {
  const { document, groups } = readOperations(api);
  const { baseUrl } = callAddress(portal.settings, entry);
  const part = query.get('tag');
  const group = groups.find(({ tag = '' }) => tag === part);
  if (part === null ? isShownInParts(api) : !group) return showStoreProblem(portal, 'page_unknown');
  const shown = new Set(
    (group ? [group] : groups).flatMap(({ operations }) => operations).map(({ node }) => node.name),
  );
  const viewed = viewerDocument(document, { baseUrl, includes: ({ name }) => shown.has(name) });
  return { status: 200, type: 'application/json', body: streamJson(linkImages(viewed)) };
}
