import { request as httpRequest, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { openUpstream } from '../../../runtime/upstream-in-test.ts';
import { fetchToken, start, writeSources } from '../../running-gateway.ts';
import type { Asked } from '../asked-gateway.ts';
import { assertionHeader, passAssertion, type GuideProxy } from './guide-proxies.ts';
import { startProxy } from './start-proxy.ts';

/** What a client receives: each header once, with its values joined by commas as any reader may (RFC 9110 section 5.3). */
export interface Received {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What an upstream has received of a call. */
export interface Forwarded {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The headers that only the gateway may set. */
  readonly described: Readonly<Record<string, string>>;
}

/** Of one connection, or how the server writes: every server has its own. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'server',
  'transfer-encoding',
  'x-envoy-upstream-service-time',
]);

/** Where a call comes from, and how its body is framed. */
const ofForwarding =
  /^(?:connection|content-length|host|keep-alive|transfer-encoding|via|x-(?:envoy|forwarded)-.*|x-request-id)$/;

const ofDescription = /^x-gatewright-/;

/** Headers of an upstream, in every answer of it: some of them are the gateway's to say. */
const answered: readonly (readonly [string, string])[] = [
  ['Content-Type', 'text/plain; charset=iso-8859-1'],
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Allow-Credentials', 'true'],
  ['Access-Control-Expose-Headers', 'X-Secret'],
  ['Cache-Control', 'max-age=5'],
  ['Content-Security-Policy', "default-src 'self'"],
  ['ETag', '"1"'],
  ['Link', '<https://dogs.example.edu/next>; rel="next"'],
  ['Set-Cookie', 'theme=dark'],
  ['Set-Cookie', 'size=big'],
  ['Vary', 'Accept-Language'],
  ['X-Name', 'Ren\u00e9e'],
  ['X-Request-Id', 'of-the-upstream'],
];

/** In answers to a call whose query says so. */
const spoken: readonly (readonly [string, string])[] = [
  ['Deprecation', '@1'],
  ['Sunset', 'Thu, 01 Jan 2037 00:00:00 GMT'],
  ['RateLimit', '"theirs";r=1;t=1'],
  ['RateLimit-Policy', '"theirs";q=1;w=1'],
  ['WWW-Authenticate', 'Basic realm="dogs"'],
  ['Retry-After', '7'],
  ['Allow', 'GET'],
];

/**
 * A gateway, and another one with the same declarations that a proxy asks, whose configuration is the guide's; both
 * forward to the same upstream. Each has its own counters, so that the same calls get the same answers from both.
 */
export async function openTwoWays(proxy: GuideProxy, added: string) {
  const { authorization } = proxy;
  const forwarded: Forwarded[] = [];
  const answer: RequestListener = (request, response) => {
    const { method, url = '', rawHeaders } = request;
    const [, status = '200'] = /status=(\d+)/.exec(url) ?? [];
    text(request).then(
      (body) => {
        forwarded.push({ method, url, body, ...sortOut(joinValues(rawHeaders)) });
        const fields = url.includes('speak') ? [...answered, ...spoken] : answered;
        response.writeHead(Number(status), fields.flat());
        response.end(Buffer.from('the answer'));
      },
      () => response.destroy(),
    );
  };
  const upstream = await openUpstream('production', answer);
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  const endpoint = ['port: 0', ...(authorization === '' ? [] : [authorization])].join(', ');
  await write('gateway.config.yaml', (good) =>
    good
      .replace('  qa:', `    externalAuthorization: { ${endpoint} }\n  qa:`)
      .replace('deployments:', 'digestHeader: true\ndeployments:'),
  );
  await write('apis/dog_park/v1/api.yaml', (good) => {
    const declared = good.replace('published', added.includes('deprecation:') ? 'deprecated' : 'published');
    return `${declared}callerAssertion: { header: ${assertionHeader} }\n${added}`;
  });
  await write('apis/dog_park/v1/subscriptions.yaml', (good) => `${good}since: 2025-01-01\n`);
  // One that a second does not fill up again.
  await write('tiers.yaml', (good) => good.replace('minute', 'day'));
  const options = { root, plainHttp: true };
  const direct = await start({ ...options, stateFolder: join(root, '.gatewright-direct') });
  const asked = await start(options);
  const proxyUrl = await startProxy(passAssertion(proxy), {
    endpoint: Number(new URL(asked.authorizationUrl ?? '').port),
    production: upstream.port,
    sandbox: upstream.port,
  });
  const gatewayToken = await fetchToken(direct.gatewayUrl);
  const proxyToken = await fetchToken(asked.gatewayUrl);
  const callOne = async (url: string, call: Asked, token: string) => {
    forwarded.length = 0;
    const received = await receive(url, call, token);
    return { received, forwarded: [...forwarded] };
  };
  /** Calls both; what is in the place of `TOKEN` is the token of each. */
  return async (call: Asked) => ({
    byGateway: await callOne(direct.gatewayUrl, call, gatewayToken),
    byProxy: await callOne(proxyUrl, call, proxyToken),
  });
}

function receive(url: string, { method = 'GET', target, headers = {}, body }: Asked, token: string) {
  const filled = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace('TOKEN', token) : value,
  ]);
  return new Promise<Received>((resolve, reject) => {
    const options = { method, path: target, headers: Object.fromEntries(filled), agent: false };
    const sent = httpRequest(url, options, (response) => {
      const { statusCode: status, rawHeaders } = response;
      const kept = withoutNames(joinValues(rawHeaders), ofConnection);
      text(response).then((read) => resolve({ status, headers: settle(kept), body: read }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function sortOut(headers: Readonly<Record<string, string>>): Pick<Forwarded, 'headers' | 'described'> {
  const { [assertionHeader]: assertion, ...others } = withoutNames(headers, ofForwarding);
  const described = Object.entries(others).filter(([name]) => ofDescription.test(name));
  // A proxy may send what is empty, or not.
  const said = described.filter(([, value]) => value !== '');
  return {
    headers: {
      ...withoutNames(others, ofDescription),
      ...(assertion !== undefined && assertion !== '' && { [assertionHeader]: readAssertion(assertion) }),
    },
    described: Object.fromEntries(said),
  };
}

/** What an assertion says besides its times, its name and the port of the gateway. */
function readAssertion(assertion: string): string {
  const [, payload = ''] = assertion.split('.');
  if (!payload.startsWith('eyJ')) return assertion;
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Readonly<
    Record<string, unknown>
  >;
  const lasting = Object.entries(claims).filter(([name]) => !['exp', 'iat', 'jti', 'nbf'].includes(name));
  return JSON.stringify(Object.fromEntries(lasting)).replaceAll(/:\d+/g, ':PORT');
}

/** By lower-case name, in the order of the names. */
function joinValues(rawHeaders: readonly string[]): Readonly<Record<string, string>> {
  const joined = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]).toLowerCase();
    const value = String(rawHeaders[index + 1]);
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries([...joined].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function withoutNames(
  headers: Readonly<Record<string, string>>,
  names: ReadonlySet<string> | RegExp,
): Readonly<Record<string, string>> {
  const isLeftOut = (name: string) => (names instanceof RegExp ? names.test(name) : names.has(name));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isLeftOut(name)));
}

/** What differs from call to call, in the place of which stands what it is. */
function settle(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { 'x-request-id': id, ratelimit, link, vary, 'www-authenticate': challenge, ...others } = headers;
  const sorted = (list: string) => list.split(/,\s*/).toSorted().join(', ');
  return {
    ...others,
    ...(id !== undefined && { 'x-request-id': id.replace(/^[\w-]{12}-\d+$/, 'ID') }),
    ...(ratelimit !== undefined && { ratelimit: ratelimit.replace(/t=\d+/, 't=SECONDS') }),
    ...(challenge !== undefined && { 'www-authenticate': challenge.replace(/:\d+"/, ':PORT"') }),
    // The order of neither list means anything.
    ...(link !== undefined && { link: sorted(link) }),
    ...(vary !== undefined && { vary: sorted(vary) }),
  };
}
