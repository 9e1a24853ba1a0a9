import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import Fastify from 'fastify';
import { SignJWT } from 'jose';
import { clientId, scope } from '../credentials.ts';

/** A route that only signs a token of the usual claims: with `jose`, or with `sign` of Node itself. */
const issuer = 'http://localhost:8243';
const lifetimeSeconds = 3600;
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const cryptoKey = privateKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
const keyId = randomBytes(32).toString('base64url');
const header = { alg: 'ES256', typ: 'at+jwt', kid: keyId };
const encodedHeader = encode(header);

const app = Fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
const signers: Readonly<Record<string, () => string | Promise<string>>> = {
  jose: signByJose,
  node: signByNode,
};
const signToken = signers[process.argv[2] ?? ''] ?? signByNode;
app.post('/token', async (_request, reply) => {
  reply.header('cache-control', 'no-store');
  return { access_token: await signToken(), token_type: 'Bearer', expires_in: lifetimeSeconds, scope };
});
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);

function claims() {
  const iat = Math.floor(Date.now() / 1000);
  const rest = {
    iss: issuer,
    aud: issuer,
    sub: `client:${clientId}`,
    client_id: clientId,
    key_set: 'production',
    scope,
    jti: randomUUID(),
  };
  return { ...rest, iat, exp: iat + lifetimeSeconds };
}

function signByJose(): Promise<string> {
  return new SignJWT(claims()).setProtectedHeader(header).sign(cryptoKey);
}

function signByNode(): string {
  const content = `${encodedHeader}.${encode(claims())}`;
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
