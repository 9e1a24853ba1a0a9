import { aboutVersion } from '../api-page/find-version.ts';
import type { PortalEndpoint } from '../visit/store-visit.ts';
import { answerTryForm, showTryForm } from './try-operation.ts';

/** The maximum size of a form; encoding may triple the size of a request body in it. */
const maxFormBytes = 1.5 * 1024 * 1024;

const tryForm = '/apis/:context/:version/operation/try';

export const consoleEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: tryForm, use: 'page', audience: 'signed-in', answer: aboutVersion(showTryForm) },
  {
    method: 'POST',
    path: tryForm,
    use: 'form',
    audience: 'signed-in',
    maxFormBytes,
    acceptsUploads: 'files',
    answer: aboutVersion(answerTryForm),
  },
];
