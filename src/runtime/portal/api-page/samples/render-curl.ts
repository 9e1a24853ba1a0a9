import { headersOf, type SampleBody, type SampleRequest } from './sample-request.ts';

/** A request for a POSIX shell. The token is in `$TOKEN`, the consumer secret in `$CONSUMER_SECRET`. */
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

/** Braces and brackets in a URL mean several URLs to curl. */
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
      return body.fields.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
    case 'multipart':
      return body.fields.map(([name, value]) => `--form-string ${quote(`${name}=${value}`)}`);
    case 'text':
      return [`--data-raw ${quote(body.text)}`];
    case 'file':
      return [`--data-binary ${quote(`@${body.text}`)}`];
  }
}

/** As one word of the shell, whatever it contains; only texts that mean nothing to it stay as they are. */
function quote(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
