import { headersOf, type SampleBody, type SampleRequest } from './sample-request.ts';
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
      return body.fields.map(([name, value, kind]) =>
        kind === 'file'
          ? `--form ${quote(`${name}=@${value}`)}`
          : `--form-string ${quote(`${name}=${value}`)}`,
      );
    case 'text':
      return [`--data-raw ${quote(body.text)}`];
    case 'file':
      return [`--data-binary ${quote(`@${body.text}`)}`];
  }
}

/** Quotes a text as one shell word; a text without special characters stays unquoted. */
function quote(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
