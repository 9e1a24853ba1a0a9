import { aboutVersion } from '../api-page/find-version.ts';
import type { PortalEndpoint } from '../visit/store-visit.ts';
import { sendViewerDocument } from './send-viewer-document.ts';
import { showReference } from './show-reference.ts';

const reference = '/apis/:context/:version/reference';
const readable = { method: 'GET', audience: 'catalogue' } as const;

export const viewerEndpoints: readonly PortalEndpoint[] = [
  { ...readable, path: reference, use: 'page', answer: aboutVersion(showReference) },
  { ...readable, path: `${reference}/document`, use: 'script', answer: aboutVersion(sendViewerDocument) },
];
