import { SignJWT, importPKCS8 } from 'jose';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import { readSigningKey } from '#runtime/token/key-ring.ts';
import { call } from '../black-box-case.ts';
import type { RunningTable } from './run-table.ts';

/** The bytes of a call, and the family that it is for. */
export interface DrawnCall {
  readonly index: number;
  readonly bytes: string;
}

/** Calls of every API of a table, by which each of its texts has a chance to be seen. */
export async function listCalls({ compiled, signingKey }: RunningTable): Promise<readonly DrawnCall[]> {
  const { manifest, apis } = compiled;
  const { gatewayUrl, keyManagerUrl } = manifest.gateway;
  const { keyId } = await readSigningKey(signingKey, 'sign');
  const key = await importPKCS8(signingKey, 'ES256');
  const tokenFor = (index: number, keySet: 'production' | 'sandbox', user = false) => {
    const tag = `q${index}z`;
    const application = manifest.applications.find(({ name }) => name.includes(tag));
    const client = application?.keySets.find((one) => one.keySet === keySet)?.consumerKey ?? '';
    const scopes = manifest.subscriptions
      .filter(({ application: name }) => name === application?.name)
      .flatMap((one) => one.scopes);
    const login = manifest.users.find(({ name }) => name.includes(tag))?.name ?? '';
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: keyManagerUrl,
      aud: gatewayUrl,
      sub: user ? `user:${login}` : `client:${client}`,
      client_id: client,
      key_set: keySet,
      iat: now - 10,
      exp: now + 3600,
      jti: `token-of-${tag}`,
      scope: scopes.join(' '),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keyId })
      .sign(key);
  };
  const host = new URL(gatewayUrl).host;
  const base = new URL(gatewayUrl).pathname.replace(/\/$/, '');
  const calls: DrawnCall[] = [];
  for (const api of manifest.apis) {
    const part = apis.get(api.part);
    const index = Number(/q(\d+)z/.exec(api.context)?.[1]);
    if (!part || Number.isNaN(index)) throw new Error(`No family has ${api.context}.`);
    const [token, sandbox, ofUser] = await Promise.all([
      tokenFor(index, 'production'),
      tokenFor(index, 'sandbox'),
      tokenFor(index, 'production', true),
    ]);
    const bearer = (text: string) => ({ Authorization: `Bearer ${text}` });
    const send = (line: string, headers: Record<string, string>) =>
      calls.push({ index, bytes: call(line, { headers, host }) });
    for (const [line, headers] of callsOf(api, part, `${base}/${api.context}/${api.version}`, {
      token: bearer(token),
      sandbox: bearer(sandbox),
      ofUser: bearer(ofUser),
    }))
      send(line, headers);
  }
  return calls;
}

type Credentials = Readonly<Record<'token' | 'sandbox' | 'ofUser', Record<string, string>>>;

function callsOf(
  api: ManifestApi,
  { operations, endpoints, cors }: CompiledApi,
  base: string,
  { token, sandbox, ofUser }: Credentials,
): readonly (readonly [line: string, headers: Record<string, string>])[] {
  const origin: Record<string, string> = cors ? { Origin: cors.allowOrigins[0] ?? '' } : {};
  const first = pathOf(operations[0]?.path ?? '/dogs');
  if (api.state === 'published') return [[`GET ${base}${first}`, ofUser]];
  return [
    ...operations.map(
      ({ method, path, access }) =>
        [
          `${method} ${base}${pathOf(path)}`,
          {
            ...(access !== 'public' && token),
            ...origin,
            ...(method === 'POST' && { 'Content-Length': '0' }),
          },
        ] as const,
    ),
    ...(endpoints.sandbox && !endpoints.sandbox.healthCheck
      ? [[`GET ${base}${first}?a=%25&b=%s`, sandbox] as const]
      : []),
    [`GET ${base}${first}`, { Accept: 'application/xml' }],
    [`OPTIONS ${base}${first}`, { ...origin, 'Access-Control-Request-Method': 'GET' }],
    [`PUT ${base}${first}`, { ...token, 'Content-Length': '0' }],
    [`GET ${base}/unknown`, token],
  ];
}

/** A path that a template stands for, as a client sends it. */
function pathOf(template: string): string {
  const filled = template.replaceAll(/\{[^{}]*\}/g, '7');
  const escapeByte = (byte: number) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
  return filled.replaceAll(/%[0-9a-f]{2}|[^\w\-.~/!$&'()*+,;=:@]/giu, (found) =>
    found.length === 3 && found.startsWith('%')
      ? found
      : [...new TextEncoder().encode(found)].map(escapeByte).join(''),
  );
}
