import { html, type Html } from '#runtime/pages/html.ts';
import { readOperations, type ApiOperation } from '../api-page/api-operations.ts';
import { pathOfOperation, callAddress } from '../api-page/api-paths.ts';
import { chooseApplication } from '../api-page/choose-application.ts';
import { renderBreadcrumb, type FoundVersion } from '../api-page/find-version.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreContent, StoreVisit } from '../visit/store-visit.ts';
import { problemStatus, renderCallProblem } from './call-problem.ts';
import { renderCallForm } from './render-call-form.ts';
import { sendCall, writeCall, type TriedCall } from './send-call.ts';
import type { CompiledOperation } from '#compiled/compiled-api.ts';
import { isJson } from '#openapi/serialisation.ts';
import type { ConsoleAnswer } from '#runtime/ports/console-calls.ts';
import { decodeUtf8 } from '#runtime/requests/forms.ts';
import { renderCurl } from '../api-page/samples/render-curl.ts';
import { renderCode } from '../api-page/samples/render-samples.ts';
import type { SampleBody, SampleRequest } from '../api-page/samples/sample-request.ts';
import { renderBadge } from '../pages/badge.ts';
import { renderDataTable } from '../pages/render-data-table.ts';

const { answer: answerTexts } = texts.tryIt;

/** Limited to bound the size of the page, in UTF-16 code units. */
const longestBody = 30_000;

const longestHeader = 500;

const mostHeaders = 40;

/** The number of bytes to search for a zero byte, which shows that a body is not text. */
const sniffedBytes = 4096;

/** In bytes; a longer body becomes a file in samples. */
const longestSampleBody = 10_000;

/** A call that was sent, with the access of its operation. */
interface AnsweredCall extends TriedCall {
  readonly access: CompiledOperation['access'];
}

/** Shows the form for trying the operation in the URL. */
export function showTryForm(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const operation = findOperation(visit, found);
  if (!operation) return showStoreProblem(visit.portal, 'page_unknown');
  return renderPage(visit, found, { operation, status: 200, result: undefined });
}

/** Sends the call of the form, and shows the response above the same form. */
export async function answerTryForm(visit: StoreVisit, found: FoundVersion): Promise<StoreAnswer> {
  const operation = findOperation(visit, found);
  if (!operation) return showStoreProblem(visit.portal, 'page_unknown');
  const call = writeCall(operation.node, visit.form);
  const outcome = await sendCall(visit, found, call);
  if ('problem' in outcome) {
    const result = renderCallProblem(visit, found, outcome.problem);
    return renderPage(visit, found, { operation, status: problemStatus(outcome.problem), result });
  }
  if (visit.form.get('as') === 'download') return downloadBody(outcome.body);
  const result = renderAnswer(visit, found, { ...call, access: operation.compiled.access }, outcome);
  return renderPage(visit, found, { operation, status: 200, result });
}

/** The operation in the URL, if the gateway serves it. */
function findOperation({ query }: StoreVisit, { api }: FoundVersion): ApiOperation | undefined {
  const [method, path] = [query.get('method'), query.get('path')];
  const compiled = api.operations.find((one) => one.method === method && one.path === path);
  const node = compiled && readOperations(api).document.operation(compiled.method, compiled.path);
  return node && { node, compiled };
}

interface TryPage {
  readonly operation: ApiOperation;
  readonly status: number;
  readonly result: Html | undefined;
}

function renderPage(
  visit: StoreVisit,
  found: FoundVersion,
  { operation, status, result }: TryPage,
): StoreAnswer {
  const { portal, form, query } = visit;
  const chosenBy = form.size > 0 ? new URLSearchParams([...form]) : query;
  const chosen = chooseApplication({ ...visit, query: chosenBy }, found);
  const { node, compiled } = operation;
  const { method, path } = node;
  const heading = texts.tryIt.title(cutText(node.name, 200));
  const about = pathOfOperation(portal.addresses, found.entry, { method, path: path.template });
  const main = html`${renderBreadcrumb(visit, found, heading)}
    <div class="page-head">
      <h1>${heading}</h1>
      <p class="lead">
        ${compiled.access === 'public' ? texts.tryIt.publicExplanation : texts.tryIt.explanation}
      </p>
      <p><a href="${about}">${texts.tryIt.about}</a></p>
    </div>
    ${result} ${renderCallForm(visit, found, operation, chosen)}`;
  const title = `${heading} – ${found.description.title} ${found.entry.version}`;
  return { status, page: { title, main, section: 'catalogue', scripts: ['copy-code.js'] } };
}

/** Sends a body as a download of a generic type, so that no browser shows an API's response as a page of the store. */
function downloadBody(body: Buffer): StoreContent {
  return {
    status: 200,
    type: 'application/octet-stream',
    body,
    headers: { 'content-disposition': 'attachment; filename="response"' },
  };
}

/** The response to a call (status, time, headers and body), and the call as a curl command. */
function renderAnswer(
  visit: StoreVisit,
  found: FoundVersion,
  call: AnsweredCall,
  answer: ConsoleAnswer,
): Html {
  const { status, headers, durationMs, requestId } = answer;
  return html`<section class="card stack" aria-labelledby="answer">
    <h2 id="answer">${answerTexts.title}</h2>
    <dl class="facts">
      <dt>${answerTexts.status}</dt>
      <dd>${renderBadge(String(status), status < 400 ? 'good' : 'alert')}</dd>
      <dt>${answerTexts.duration}</dt>
      <dd>${answerTexts.milliseconds(durationMs)}</dd>
      <dt>${answerTexts.requestId}</dt>
      <dd><code>${requestId}</code> <span class="quiet small">${answerTexts.requestIdHint}</span></dd>
    </dl>
    ${renderLimit(answer)}
    <h3>${answerTexts.body}</h3>
    ${renderBody(answer)}
    <h3>${answerTexts.headers}</h3>
    ${renderHeaders(headers)}
    <h3>${answerTexts.curl}</h3>
    <p>${call.access === 'public' ? texts.apiPage.call.publicExplanation : answerTexts.curlExplanation}</p>
    ${renderCode(renderCurl(sampleOf(visit, found, call)))}
  </section>`;
}

/** When to retry, for a caller who must wait. */
function renderLimit({ status, headers }: ConsoleAnswer): Html | undefined {
  const retryAfter = valueOf(headers, 'retry-after');
  if (status !== 429 && retryAfter === undefined) return undefined;
  return html`<div class="warning">
    ${status === 429 ? html`<p>${answerTexts.limited}</p>` : undefined}
    ${
      retryAfter !== undefined && /^\d+$/.test(retryAfter)
        ? html`<p>${answerTexts.retryAfter(retryAfter)}</p>`
        : undefined
    }
  </div>`;
}

function valueOf(headers: ConsoleAnswer['headers'], name: string): string | undefined {
  return headers.find(([one]) => one === name)?.[1];
}

function renderBody({ headers, body, cut }: ConsoleAnswer): Html {
  return html`${cut && html`<p class="warning">${answerTexts.cut[cut]}</p>`}
  ${
    body.length === 0
      ? html`<p class="quiet">${answerTexts.noBody}</p>`
      : renderContent(body, valueOf(headers, 'content-type'))
  }`;
}

function renderContent(body: Buffer, contentType: string | undefined): Html {
  const text = readBodyText(body, contentType);
  if (text === undefined) return html`<p>${answerTexts.binary(body.length)}</p>`;
  return html`${text.length > longestBody ? html`<p class="notice">${answerTexts.isLong}</p>` : undefined}
    <pre tabindex="0"><code>${cutText(text, longestBody)}</code></pre>`;
}

function renderHeaders(headers: ConsoleAnswer['headers']): Html {
  return renderDataTable(
    answerTexts.headers,
    [{ title: answerTexts.header }, { title: answerTexts.value }],
    headers
      .slice(0, mostHeaders)
      .map(([name, value]) => [
        html`<code>${cutText(name, 100)}</code>`,
        html`<code>${cutText(value, longestHeader)}</code>`,
      ]),
  );
}

/** The text of a body, with JSON indented; undefined if the body is not text. */
function readBodyText(body: Buffer, contentType = ''): string | undefined {
  const text = body.subarray(0, sniffedBytes).includes(0) ? undefined : decodeUtf8(body);
  return text !== undefined && isJson(contentType) ? indentJson(text) : text;
}

/** Indents JSON. Text that is not JSON stays unchanged, as does JSON with numbers too long for JavaScript. */
function indentJson(text: string): string {
  if (/\d{16}/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The call as a sample request. */
function sampleOf(
  { portal }: StoreVisit,
  { entry }: FoundVersion,
  { method, path, headers, body, access }: AnsweredCall,
): SampleRequest {
  const address = callAddress(portal.settings, entry);
  const mediaType = headers.find(isType)?.[1] ?? 'application/octet-stream';
  return {
    method,
    url: address.baseUrl + path,
    headers: [...address.headers, ...headers.filter((header) => !isType(header))],
    ...(access !== 'public' && { authorization: 'token' }),
    answer: 'text',
    ...(body && { body: sampleBody(body, mediaType) }),
  };
}

function isType([name]: readonly [name: string, value: string]): boolean {
  return name.toLowerCase() === 'content-type';
}

function sampleBody(body: Buffer, mediaType: string): SampleBody {
  if (body.length > longestSampleBody) return { type: 'file', mediaType, text: 'body' };
  return { type: 'text', mediaType, text: body.toString() };
}
