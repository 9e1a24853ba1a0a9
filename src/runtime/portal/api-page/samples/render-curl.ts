import { headersOf, type SampleBody, type SamplePart, type SampleRequest } from './sample-request.ts';
import { encodeText } from './write-parameter.ts';

/**
 * A request as a curl command for a POSIX shell. The token is in `$TOKEN`, the consumer secret in `$CONSUMER_SECRET`.
 */
export function renderCurl(request: SampleRequest): string {
  const { method, url, authorization, body } = request;
  const usual = body ? 'POST' : 'GET';
  const lines = [
    [
      'curl',
      ...(method === usual ? [] : ['--request', quote(method)]),
      ...(hasGlob(url) ? ['--globoff'] : []),
      quote(url),
    ].join(' '),
    ...(authorization === undefined ? [] : [writeAuthorization(authorization)]),
    ...headersOf(request).map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    ...(body ? writeBody(body) : []),
  ];
  return lines.join(' \\\n  ');
}

/** Whether curl would expand the URL: it treats braces and brackets as patterns for several URLs. */
function hasGlob(url: string): boolean {
  return /[{}[\]]/.test(url);
}

function writeAuthorization(authorization: NonNullable<SampleRequest['authorization']>): string {
  if (authorization === 'token') return '--header "Authorization: Bearer $TOKEN"';
  return `--user ${quote(`${authorization.consumerKey}:`)}"$CONSUMER_SECRET"`;
}

function writeBody(body: SampleBody): readonly string[] {
  switch (body.type) {
    case 'json':
      return [`--data ${quote(JSON.stringify(body.value, null, 2))}`];
    case 'form':
      return body.fields.map(([name, value]) => `--data-urlencode ${quote(`${encodeText(name)}=${value}`)}`);
    case 'multipart':
      return body.fields.map(writePart);
    case 'text':
      return [`--data-raw ${quote(body.text)}`];
    case 'file':
      return [`--data-binary ${quote(`@${body.text}`)}`];
  }
}

function writePart([name, value, kind, mediaType]: SamplePart): string {
  const type = mediaType === undefined ? '' : `;type=${mediaType}`;
  if (kind === 'file') return `--form ${quote(`${name}=@${quoteInForm(value)}${type}`)}`;
  if (type === '') return `--form-string ${quote(`${name}=${value}`)}`;
  return `--form ${quote(`${name}="${escapeInForm(value)}"${type}`)}`;
}

/** The name of a file, in quotes if it has characters that curl would not read as part of it. */
function quoteInForm(fileName: string): string {
  return /^[^\s,;"\\]+$/.test(fileName) ? fileName : `"${escapeInForm(fileName)}"`;
}

function escapeInForm(text: string): string {
  return text.replaceAll(/["\\]/g, String.raw`\$&`);
}

/** Quotes a text as one shell word; a text without special characters stays unquoted. */
function quote(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
