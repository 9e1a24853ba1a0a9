import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { fetchToken, start, writeSources, type StartChanges } from '../running-gateway.ts';

export interface AskedGatewayOptions extends Partial<StartChanges> {
  /** Members of `externalAuthorization` besides the port, in YAML. */
  readonly authorization?: string;
  /** Lines that are added to the declarations, by file. */
  readonly added?: Readonly<Record<string, string>>;
}

/** A gateway whose proxies ask it, its upstream, and a token of a subscribed application. */
export async function openAskedGateway({
  authorization = '',
  added = {},
  ...changes
}: AskedGatewayOptions = {}) {
  const upstream = await openUpstream('production');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(`${upstream.url}/base`);
  const declared = `    externalAuthorization: { port: 0${authorization === '' ? '' : `, ${authorization}`} }\n  qa:`;
  const declare = (good: string) => good.replace('  qa:', declared);
  for (const [file, lines] of Object.entries({ 'gateway.config.yaml': '', ...added }))
    await write(file, (good) => (file === 'gateway.config.yaml' ? declare(good) : good) + lines);
  const gateway = await start({ root, plainHttp: true, ...changes });
  const { authorizationUrl = '' } = gateway;
  return { ...gateway, upstream, root, write, authorizationUrl, token: await fetchToken(gateway.gatewayUrl) };
}

export interface Asked {
  readonly method?: string;
  /** The request target, sent as it is. */
  readonly target: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

export interface Verdict {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request to a URL without a path. */
export function sendTo(url: string, { method = 'GET', target, headers = {}, body }: Asked): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, path: target, headers, agent: false }, (response) => {
      text(response).then(
        (read) => resolve({ status: response.statusCode, headers: response.headers, body: read }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Asks as a proxy of each protocol does. */
export const askAs = {
  'ext-authz': (url: string, { target, ...asked }: Asked) =>
    sendTo(url, { ...asked, target: `/authz/ext-authz${target}` }),
  'forward-auth': (url: string, { method = 'GET', target, headers }: Asked) =>
    sendTo(url, {
      target: '/authz/forward-auth',
      headers: { ...headers, 'x-forwarded-method': method, 'x-forwarded-uri': target },
    }),
  'auth-request': (url: string, { method = 'GET', target, headers }: Asked) =>
    sendTo(url, {
      target: '/authz/auth-request',
      headers: { ...headers, 'x-original-method': method, 'x-original-uri': target },
    }),
} as const;

/** The code in the body of a refusal. */
export function codeOf({ body }: Pick<Verdict, 'body'>): unknown {
  return body === '' ? undefined : (JSON.parse(body) as { readonly code?: unknown }).code;
}
