import type { HarRequest } from '@scalar/snippetz';
import { headersOf, type NamedValue, type SampleBody, type SampleRequest } from '../sample-request.ts';

/** A text, a JSON text of several lines, or the content of the file named `text`. */
export interface MarkedText {
  readonly type: 'text' | 'json' | 'file';
  readonly text: string;
}

/** What a mark stands for: a text, or a credential that the reader's program supplies. */
export type MarkedValue =
  | MarkedText
  | { readonly type: 'token' }
  | { readonly type: 'credentials'; readonly consumerKey: string };

/** A request in which a mark replaces every text of a document or a user. */
export interface MarkedRequest {
  readonly har: HarRequest;
  readonly values: ReadonlyMap<string, MarkedValue>;
}

/** A mark. It has no meaning in any language, and encoding does not change it. */
export const markPattern = /(?:https?:\/\/mark\.invalid\/)?MARK\d+K/;

const formType = 'application/x-www-form-urlencoded';

type Mark = (value: MarkedValue) => string;

/** The mark of a text. */
type MarkText = (text: string) => string;

/** Replaces the texts of a request by marks, so that the library never reads them. */
export function markRequest(request: SampleRequest): MarkedRequest {
  const values = new Map<string, MarkedValue>();
  const mark: Mark = (value) => {
    const name = `MARK${values.size}K`;
    values.set(name, value);
    return name;
  };
  const markText: MarkText = (text) => mark({ type: 'text', text });
  const { method, body } = request;
  const har: HarRequest = {
    method: /^[A-Z]+$/.test(method) ? method : markText(method),
    url: markUrl(request.url, values),
    headers: markHeaders(request, mark, markText),
    ...(body && { postData: markBody(body, mark, markText) }),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    queryString: [],
    headersSize: -1,
    bodySize: -1,
  };
  return { har, values };
}

/** The mark of a URL is a URL too, since the library reads the scheme. */
function markUrl(url: string, values: Map<string, MarkedValue>): string {
  const scheme = url.startsWith('http:') ? 'http' : 'https';
  const name = `${scheme}://mark.invalid/MARK${values.size}K`;
  values.set(name, { type: 'text', text: url });
  return name;
}

function markHeaders(request: SampleRequest, mark: Mark, markText: MarkText): HarRequest['headers'] {
  const { authorization, body } = request;
  const own = headersOf(request).map(([name, value]) => ({
    // The library has to recognise a few headers by their names.
    name: /^[\w-]+$/.test(name) ? name : markText(name),
    value: markText(value),
  }));
  return [
    ...markAuthorization(authorization, mark),
    ...own,
    ...(body?.type === 'form' ? [{ name: 'Content-Type', value: formType }] : []),
  ];
}

function markAuthorization(authorization: SampleRequest['authorization'], mark: Mark): HarRequest['headers'] {
  if (authorization === undefined) return [];
  const value =
    authorization === 'token'
      ? `Bearer ${mark({ type: 'token' })}`
      : `Basic ${mark({ type: 'credentials', consumerKey: authorization.consumerKey })}`;
  return [{ name: 'Authorization', value }];
}

type MarkedBody = NonNullable<HarRequest['postData']>;

/** Marks a body. A form becomes its encoded text, since the library omits fields with the same name. */
function markBody(body: SampleBody, mark: Mark, markText: MarkText): MarkedBody {
  switch (body.type) {
    case 'form':
      return { mimeType: markText(formType), text: markText(encodeForm(body.fields)) };
    case 'multipart':
      return {
        mimeType: 'multipart/form-data',
        params: body.fields.map(([name, value, kind]) => ({
          name: markText(name),
          ...(kind === 'file' ? { fileName: markText(value) } : { value: markText(value) }),
        })),
      };
    case 'json':
      return {
        mimeType: markText(withoutParameters(body.mediaType)),
        text: mark({ type: 'json', text: JSON.stringify(body.value, null, 2) }),
      };
    case 'text':
    case 'file':
      return {
        mimeType: markText(withoutParameters(body.mediaType)),
        text: mark({ type: body.type, text: body.text }),
      };
  }
}

function encodeForm(fields: readonly NamedValue[]): string {
  return new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
}

/** The class `StringContent` of .NET takes no parameters of a media type. */
function withoutParameters(mediaType: string): string {
  return mediaType.replace(/;.*$/s, '').trim();
}
