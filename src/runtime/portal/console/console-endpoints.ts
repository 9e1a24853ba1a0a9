import { aboutVersion } from '../api-page/find-version.ts';
import type { PortalEndpoint } from '../visit/store-visit.ts';
import { answerScript } from './answer-script.ts';
import { answerTryForm, showTryForm } from './try-operation.ts';

/** For a body that is encoded, which may triple its size. */
const maxFormBytes = 1.5 * 1024 * 1024;

const version = '/apis/:context/:version';
const form = `${version}/operation/try`;

export const consoleEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: form, use: 'page', audience: 'signed-in', answer: aboutVersion(showTryForm) },
  {
    method: 'POST',
    path: form,
    use: 'form',
    audience: 'signed-in',
    maxFormBytes,
    answer: aboutVersion(answerTryForm),
  },
  {
    method: 'POST',
    path: `${version}/try`,
    use: 'script',
    audience: 'signed-in',
    maxFormBytes,
    answer: aboutVersion(answerScript),
  },
];
