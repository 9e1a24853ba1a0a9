import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { type CryptoKey, type KeyObject, SignJWT, importPKCS8 } from 'jose';
import { request } from 'undici';
import { readSigningKey } from '#runtime/token/key-ring.ts';
import { gatewayHost } from './black-box-case.ts';
import { consumerSecret } from './repository/write-repository.ts';

/** Returns a token by the name that cases use. */
export type TokenFor = (name: string) => Promise<string>;

/**
 * Tokens of the key manager itself, and others that somebody could send in their place. A name is that of an
 * application, with `-sandbox` for its other keys, and with scopes: `walker-sandbox dogs:read admin`.
 */
export function issueTokens(keyManagerUrl: string, signingKey: string): TokenFor {
  const known = new Map<string, Promise<string>>();
  return (name) => {
    const makeForgery = Object.hasOwn(forgeries, name) ? forgeries[name] : undefined;
    const issued =
      known.get(name) ?? (makeForgery ? makeForgery(signingKey) : requestToken(keyManagerUrl, name));
    known.set(name, issued);
    return issued;
  };
}

/** Asks the token endpoint, as an application does. */
export async function requestToken(keyManagerUrl: string, name: string): Promise<string> {
  const [client = '', ...scopes] = name.split(' ');
  const consumerKey = client.endsWith('-sandbox') ? client : `${client}-production`;
  const scope = scopes.length === 0 ? '' : `&scope=${encodeURIComponent(scopes.join(' '))}`;
  const { body } = await request(`${keyManagerUrl}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: `grant_type=client_credentials${scope}`,
  });
  const answer = (await body.json()) as { access_token?: string };
  if (answer.access_token === undefined) throw new Error(`no token for ${name}: ${JSON.stringify(answer)}`);
  return answer.access_token;
}

interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey | KeyObject;
}

const now = Math.floor(Date.now() / 1000);

/** A token with the right signature, but for what is changed; an undefined claim is left out. */
async function forge(signingKey: string, { claims, header, key }: Forgery): Promise<string> {
  const { keyId } = await readSigningKey(signingKey, 'sign');
  const usual = {
    iss: `https://${gatewayHost}`,
    aud: `https://${gatewayHost}`,
    sub: 'client:walker-production',
    client_id: 'walker-production',
    key_set: 'production',
    iat: now - 10,
    exp: now + 3600,
    jti: 'a-token-of-the-tests',
  };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keyId, ...header })
    .sign(key ?? (await importPKCS8(signingKey, 'ES256')), { crit: { unknown: true } });
}

const withClaims = (claims: Forgery['claims'] & {}) => (key: string) => forge(key, { claims });
const withHeader = (header: Forgery['header'] & {}) => (key: string) => forge(key, { header });

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

async function replaceParts(key: string, replace: (parts: readonly string[]) => readonly string[]) {
  return replace((await forge(key, {})).split('.')).join('.');
}

/** Signed by HMAC with the public key as the secret. */
async function confuseAlgorithms(signingKey: string): Promise<string> {
  const { keyId } = await readSigningKey(signingKey, 'sign');
  const [, payload = ''] = (await forge(signingKey, {})).split('.');
  const signed = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: keyId })}.${payload}`;
  const secret = createPublicKey(signingKey).export({ type: 'spki', format: 'pem' });
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const forgeries: Readonly<Record<string, (signingKey: string) => Promise<string>>> = {
  'as issued': withClaims({}),
  expired: withClaims({ iat: now - 7200, exp: now - 3600 }),
  'without expiry': withClaims({ exp: undefined }),
  'without an identifier': withClaims({ jti: undefined }),
  'without a subject': withClaims({ sub: undefined }),
  'without a time of issue': withClaims({ iat: undefined }),
  'without a client': withClaims({ client_id: undefined }),
  'without a key set': withClaims({ key_set: undefined }),
  'of an unknown key set': withClaims({ key_set: 'staging' }),
  'of the other key set': withClaims({ key_set: 'sandbox' }),
  'of an undeclared client': withClaims({ client_id: 'nobody-production', sub: 'client:nobody-production' }),
  'of a client named like a member of objects': withClaims({
    client_id: 'constructor',
    sub: 'client:constructor',
  }),
  'of another issuer': withClaims({ iss: 'https://keys.example.com' }),
  'without an issuer': withClaims({ iss: undefined }),
  'for another audience': withClaims({ aud: 'https://other.example.edu' }),
  'without an audience': withClaims({ aud: undefined }),
  'for several audiences': withClaims({ aud: ['https://other.example.edu', `https://${gatewayHost}`] }),
  'not yet valid': withClaims({ nbf: now + 3600 }),
  'of the console': withClaims({ console_api: 'Park/v1' }),
  'of the reader as an administrator': withClaims({
    client_id: 'reader-production',
    sub: 'client:reader-production',
    scope: 'admin dogs:read',
  }),
  'with a scope in capitals': withClaims({ scope: 'ADMIN' }),
  'with a longer scope': withClaims({ scope: 'administrator admin2' }),
  'with scopes of objects': withClaims({ scope: 'constructor __proto__' }),
  'with scopes as a list': withClaims({ scope: ['admin'] }),
  'of another type': withHeader({ typ: 'JWT' }),
  'about a caller': withHeader({ typ: 'caller+jwt' }),
  'without a type': withHeader({ typ: undefined }),
  'of the full type': withHeader({ typ: 'application/at+jwt' }),
  'without a key': withHeader({ kid: undefined }),
  'of an unknown key': withHeader({ kid: 'unknown' }),
  'with a critical header': withHeader({ crit: ['unknown'], unknown: true }),
  'by another key': (signingKey) =>
    forge(signingKey, { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
  'without a signature': (key) => replaceParts(key, ([head = '', payload = '']) => [head, payload, '']),
  'with algorithm none': (key) =>
    replaceParts(key, ([, payload = '']) => [encode({ alg: 'none', typ: 'at+jwt' }), payload, '']),
  'with changed claims': (key) =>
    replaceParts(key, ([head = '', payload = '', signature = '']) => {
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
      return [head, encode({ ...claims, client_id: 'reader-production' }), signature];
    }),
  'with padding': (key) => replaceParts(key, ([head = '', ...rest]) => [`${head}=`, ...rest]),
  'with a fourth part': (key) => replaceParts(key, (parts) => [...parts, 'x']),
  'signed with its public key': confuseAlgorithms,
};
