// @module-tag full
import { once } from 'node:events';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openUpstream } from '../../upstream-in-test.ts';
import { ask, connectTo, dogs, openHttp2Gateway, type Http2Gateway } from './http2-gateway.ts';

type Repeated = Readonly<Record<string, string[]>>;

async function open() {
  const upstream = await openUpstream('dogs');
  onTestFinished(() => upstream.close());
  const gateway = await openHttp2Gateway(upstream.url, {
    api: { validation: { requests: 'off', responses: 'off' } },
  });
  return { upstream, gateway };
}

async function postOverHttp1({ url, ca, authorization }: Http2Gateway, repeated: Repeated) {
  const headers = { authorization, 'content-length': '2', ...repeated };
  const call = request(`${url}${dogs}`, { method: 'POST', ca, headers }).end('{}');
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, code: codeIn(await text(answer)) };
}

async function postOverHttp2({ url, ca, authorization }: Http2Gateway, repeated: Repeated) {
  // An option that Node's types do not know yet.
  const options = { ca, strictSingleValueFields: false };
  const session = connect(url, options);
  onTestFinished(() => session.destroy());
  const head = { ':method': 'POST', ':path': dogs, authorization, 'content-length': '2', ...repeated };
  const { status, text: body } = await ask(session, head, '{}');
  return { status, code: codeIn(body) };
}

const codeIn = (body: string) => /"code":"(\w+)"/.exec(body)?.[1];

const names = [
  'accept',
  'accept-language',
  'access-control-request-method',
  'age',
  'authorization',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-location',
  'content-md5',
  'content-range',
  'content-type',
  'cookie',
  'date',
  'dnt',
  'etag',
  'expires',
  'from',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'origin',
  'proxy-authorization',
  'range',
  'referer',
  'retry-after',
  'server',
  'set-cookie',
  'tk',
  'upgrade-insecure-requests',
  'user-agent',
  'x-content-type-options',
  'x-http-method-override',
  'x-original-url',
  'x-own',
];

test.each(names)('two of %s are over HTTP/2 what they are over HTTP/1.1', async (name) => {
  const { upstream, gateway } = await open();
  const repeated = { [name]: ['first', 'second'] };
  const answers = [await postOverHttp1(gateway, repeated), await postOverHttp2(gateway, repeated)];
  expect(answers[1]).toEqual(answers[0]);
  const [one, two] = upstream.seen.map(({ headers }) => headers[name]);
  expect(two).toEqual(one);
});

test('two Authorization headers are refused, as over HTTP/1.1', async () => {
  const { upstream, gateway } = await open();
  const repeated = { authorization: [gateway.authorization, gateway.authorization] };
  expect(await postOverHttp2(gateway, repeated)).toEqual(await postOverHttp1(gateway, repeated));
  expect(upstream.seen).toEqual([]);
});

test.each([
  ['the token endpoint', 'POST', '/oauth2/token', 400],
  ['the keys', 'GET', '/oauth2/jwks', 200],
  ['a page', 'GET', '/authorize', 400],
])('the answer of %s has a Strict-Transport-Security header', async (_what, method, path, status) => {
  const { gateway } = await open();
  const client = await connectTo(gateway);
  const answer = await ask(client, { ':method': method, ':path': path }, method === 'POST' ? '' : undefined);
  expect([answer.status, answer.headers['strict-transport-security']]).toEqual([status, 'max-age=31536000']);
});

test.each(['/token', '/authorize', '/oauth2/jwks', dogs])(
  '%s answers an unknown method with 501',
  async (path) => {
    const { gateway } = await open();
    const session = await connectTo(gateway);
    const asked = await ask(session, {
      ':method': 'FOO',
      ':path': path,
      authorization: gateway.authorization,
    });
    expect([asked.status, codeIn(asked.text)]).toEqual([501, 'method_unknown']);
  },
);
