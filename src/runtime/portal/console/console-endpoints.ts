import { memberOf } from '#compiled/json.ts';
import type { Form } from '#runtime/requests/forms.ts';
import { aboutVersion, type FoundVersion } from '../api-page/find-version.ts';
import { texts } from '../texts/texts.ts';
import type { PortalEndpoint, StoreContent, StoreVisit } from '../visit/store-visit.ts';
import { problemStatus, subscribePath } from './call-problem.ts';
import { sendCall, type CallProblem, type TriedCall } from './send-call.ts';
import { answerTryForm, showTryForm } from './try-operation.ts';

/** The maximum size of a form; encoding may triple the size of a request body in it. */
const maxFormBytes = 1.5 * 1024 * 1024;

const version = '/apis/:context/:version';
const tryForm = `${version}/operation/try`;

export const consoleEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: tryForm, use: 'page', audience: 'signed-in', answer: aboutVersion(showTryForm) },
  {
    method: 'POST',
    path: tryForm,
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

/** Sends a call for the viewer's script, and returns the response as JSON with its body in Base64. */
async function answerScript(visit: StoreVisit, found: FoundVersion): Promise<StoreContent> {
  const call = readCall(visit.form);
  if (!call) return describeProblem(visit, found, 'call_malformed');
  const outcome = await sendCall(visit, found, call);
  if ('problem' in outcome) return describeProblem(visit, found, outcome.problem);
  return sendJson(200, { ...outcome, body: outcome.body.toString('base64') });
}

/** The problem in the format of the gateway's errors, which the viewer shows as the response. */
function describeProblem(visit: StoreVisit, found: FoundVersion, code: CallProblem): StoreContent {
  const { title, explanation } = texts.tryIt.problems[code];
  const moreInformation =
    code === 'not_subscribed' ? visit.portal.addresses.origin + subscribePath(visit, found) : undefined;
  return sendJson(problemStatus(code), { message: `${title}. ${explanation}`, code, moreInformation });
}

function sendJson(status: number, value: object): StoreContent {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

/** The call in a form; undefined if its headers are not a list of names and values. */
function readCall(form: Form): TriedCall | undefined {
  const headers = readHeaders(form.get('headers') ?? '[]');
  if (!headers) return undefined;
  const body = form.get('body');
  return {
    method: form.get('method') ?? '',
    path: form.get('path') ?? '',
    headers,
    body: body === undefined ? undefined : Buffer.from(body, 'base64'),
  };
}

function readHeaders(text: string): TriedCall['headers'] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    const pairs = Array.isArray(list) ? list.map((pair) => [memberOf(pair, 0), memberOf(pair, 1)]) : [[]];
    return pairs.every(isPair) ? pairs : undefined;
  } catch {
    return undefined;
  }
}

function isPair(pair: readonly unknown[]): pair is [string, string] {
  return typeof pair[0] === 'string' && typeof pair[1] === 'string';
}
