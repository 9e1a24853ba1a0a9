import { viewerDocument } from '#openapi/publish/viewer-document.ts';
import { readOperations } from '../api-page/api-operations.ts';
import { callAddress } from '../api-page/call-address.ts';
import { streamJson } from '../api-page/download/stream-json.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { linkImages } from './link-images.ts';
import { isShownInParts } from './viewer-parts.ts';

/**
 * Sends the document that the viewer shows; with `tag`, only the operations of that tag, the empty one included. A
 * document that is shown in parts is sent only so.
 */
export function sendViewerDocument({ portal, query }: StoreVisit, { entry, api }: FoundVersion): StoreAnswer {
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
