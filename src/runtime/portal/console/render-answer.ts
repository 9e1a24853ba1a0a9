import type { CompiledOperation } from '#compiled/compiled-api.ts';
import { html, showName, type Html } from '#runtime/pages/html.ts';
import type { ConsoleAnswer } from '#runtime/ports/console-calls.ts';
import { callAddress } from '../api-page/api-paths.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import { renderCurl } from '../api-page/samples/render-curl.ts';
import { renderRequest } from '../api-page/samples/render-samples.ts';
import type { SampleBody, SampleRequest } from '../api-page/samples/sample-request.ts';
import { pathOfCalls } from '../applications/owned-applications.ts';
import { renderBadge } from '../pages/badge.ts';
import { renderDataTable } from '../pages/render-data-table.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { readBodyText, readHeaderText } from './answer-text.ts';
import type { TriedCall } from './send-call.ts';
import type { SentPart } from './write-parts.ts';

const { answer: answerTexts } = texts.tryIt;

/** Limited to bound the size of the page, in UTF-16 code units. */
const longestBody = 30_000;

const longestHeader = 500;

const mostHeaders = 40;

/** In bytes; a longer body becomes a file in samples. */
const longestSampleBody = 10_000;

/** A call that was sent, with the access of its operation. */
interface AnsweredCall extends TriedCall {
  readonly access: CompiledOperation['access'];
}

/** The response to a call (status, time, headers and body), and the call as a curl command. */
export function renderAnswer(
  visit: StoreVisit,
  found: FoundVersion,
  call: AnsweredCall,
  answer: ConsoleAnswer,
): Html {
  const { status, headers, durationMs, requestId } = answer;
  return html`<section class="card stack" aria-labelledby="answer-title">
    <h2 id="answer-title">${answerTexts.title}</h2>
    <dl class="facts">
      <dt>${answerTexts.status}</dt>
      <dd>${renderBadge(String(status), status < 400 ? 'good' : 'alert')}</dd>
      <dt>${answerTexts.duration}</dt>
      <dd>${answerTexts.milliseconds(durationMs)}</dd>
      <dt>${answerTexts.requestId}</dt>
      <dd><code>${requestId}</code> ${renderCallLink(visit, call, requestId)}</dd>
    </dl>
    ${renderLimit(answer)}
    <h3>${answerTexts.body}</h3>
    ${renderBody(answer)}
    <h3>${answerTexts.headers}</h3>
    ${renderHeaders(headers)} ${call.sent && renderSent(call.sent)}
    <h3>${answerTexts.curl}</h3>
    <p>${call.access === 'public' ? texts.apiPage.call.publicExplanation : answerTexts.curlExplanation}</p>
    ${renderCommand(sampleOf(visit, found, call), call)}
  </section>`;
}

/** The parts that were sent, without their content. */
function renderSent(sent: readonly SentPart[]): Html {
  const rows = sent.map(({ name, fileName, bytes }) => [
    name === '' ? answerTexts.wholeBody : html`<code>${cutText(name, 100)}</code>`,
    fileName === undefined
      ? answerTexts.sentText(bytes)
      : html`${showName(fileName)}, ${answerTexts.sentFile(bytes)}`,
  ]);
  return html`<h3>${answerTexts.sent}</h3>
    ${renderDataTable(answerTexts.sent, [{ title: answerTexts.part }, { title: answerTexts.content }], rows)}`;
}

/** A link to the call among the last ones of its application; those that everyone may make belong to none. */
function renderCallLink(
  { portal, form }: StoreVisit,
  call: AnsweredCall,
  requestId: string,
): Html | undefined {
  const application = form.get('application');
  if (call.access === 'public' || application === undefined) return undefined;
  const query = new URLSearchParams({ id: requestId }).toString();
  return html`<span class="small"
    ><a href="${pathOfCalls(portal.addresses, application)}?${query}">${answerTexts.findCall}</a></span
  >`;
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
  const notice = cut && html`<p class="warning">${answerTexts.cut[cut]}</p>`;
  if (body.length === 0)
    return html`${notice}
      <p class="quiet">${answerTexts.noBody}</p>`;
  return html`${notice} ${renderContent(body, valueOf(headers, 'content-type') ?? '')} ${renderDownload(body)}`;
}

function renderContent(body: Buffer, contentType: string): Html {
  const text = readBodyText(body, contentType, longestBody);
  if (text === undefined) return html`<p>${answerTexts.binary(body.length)}</p>`;
  return html`${text.length > longestBody ? html`<p class="notice">${answerTexts.isLong}</p>` : undefined}
    <pre tabindex="0"><code>${cutText(text, longestBody)}</code></pre>`;
}

/**
 * A link that contains the body, so that nothing is sent again and nothing is stored. Its generic type prevents that a
 * browser shows the response of an API as a page.
 */
function renderDownload(body: Buffer): Html {
  return html`<p>
    <a
      class="button quiet"
      download="response"
      href="data:application/octet-stream;base64,${body.toString('base64')}"
      >${answerTexts.download(body.length)}</a
    >
  </p>`;
}

function renderHeaders(headers: ConsoleAnswer['headers']): Html {
  const left = headers.length - mostHeaders;
  const rows = headers
    .slice(0, mostHeaders)
    .map(([name, value]) => [
      html`<code>${cutText(name, 100)}</code>`,
      html`<code>${cutText(readHeaderText(value), longestHeader)}</code>`,
    ]);
  return html`${renderDataTable(
    answerTexts.headers,
    [{ title: answerTexts.header }, { title: answerTexts.value }],
    rows,
  )}
  ${left > 0 ? html`<p class="notice">${answerTexts.moreHeaders(left)}</p>` : undefined}`;
}

/** The command, and a notice if it has no room for the texts of all parts. */
function renderCommand(sample: SampleRequest, { sent = [] }: AnsweredCall): Html {
  const command = renderRequest(sample, renderCurl);
  const isWhole = String(command).includes(String(html`${renderCurl(sample)}`));
  const isCut =
    sent.some(({ text = '' }) => text.length > longestPart) ||
    (sample.body?.type === 'multipart' && !isWhole);
  return html`${isCut ? html`<p class="notice">${answerTexts.curlIsCut}</p>` : undefined} ${command}`;
}

/** The call as a sample request. */
function sampleOf(
  { portal }: StoreVisit,
  { entry }: FoundVersion,
  { method, path, headers, cookies = [], body, sent, access }: AnsweredCall,
): SampleRequest {
  const address = callAddress(portal.settings, entry);
  const mediaType = headers.find(isType)?.[1] ?? 'application/octet-stream';
  return {
    method,
    url: address.baseUrl + path,
    headers: [
      ...address.headers,
      ...headers.filter((header) => !isType(header)),
      ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
    ],
    ...(access !== 'public' && { authorization: 'token' }),
    ...(body && { body: sent ? sampleParts(sent, mediaType) : sampleBody(body, mediaType) }),
  };
}

function isType([name]: readonly [name: string, value: string]): boolean {
  return name.toLowerCase() === 'content-type';
}

/** The longest text of a part in samples, in UTF-16 code units. */
const longestPart = 1000;

/** The parts as a sample, in which files are named as they were sent. */
function sampleParts(sent: readonly SentPart[], mediaType: string): SampleBody {
  const [only] = sent;
  if (only?.name === '') return { type: 'file', mediaType, text: only.fileName ?? 'body' };
  return {
    type: 'multipart',
    fields: sent.map(({ name, fileName, text = '', contentType }) =>
      fileName === undefined
        ? [name, cutText(text, longestPart), 'text', contentType]
        : [name, fileName, 'file', contentType],
    ),
  };
}

function sampleBody(body: Buffer, mediaType: string): SampleBody {
  if (body.length > longestSampleBody) return { type: 'file', mediaType, text: 'body' };
  return { type: 'text', mediaType, text: body.toString() };
}
