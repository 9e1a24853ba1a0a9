// @module-tag full
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { consumerKey, openInterop, secret } from './open-interop.ts';

const run = promisify(execFile);
const isMissing = spawnSync('curl', ['--version']).error !== undefined;

describe.skipIf(isMissing)('curl (skipped where it is not on the PATH)', () => {
  test.each([
    ['in the header', ['--user', `${consumerKey}:${secret}`]],
    ['in the body', ['--data', `client_id=${consumerKey}`, '--data-urlencode', `client_secret=${secret}`]],
  ])('gets a token with its secret %s, uses it, asks of it and revokes it', async (_what, credentials) => {
    const { gatewayUrl, caFile } = await openInterop();
    const curl = async (...words: string[]) =>
      (await run('curl', ['--silent', '--show-error', '--cacert', caFile, ...words])).stdout;
    const post = async (path: string, ...words: string[]) =>
      curl(...credentials, ...words, `${gatewayUrl}${path}`);
    const text = await post('/token', '--data', 'grant_type=client_credentials&scope=dogs:read');
    const { access_token: token } = JSON.parse(text) as { readonly access_token: string };
    const call = () =>
      curl('--oauth2-bearer', token, '--write-out', ' %{http_code}', `${gatewayUrl}/dog_park/v1/dogs`);
    expect(await call()).toBe('{"upstream":"dogs"} 200');
    const form = ['--data', `token=${token}`];
    expect(JSON.parse(await post('/oauth2/introspect', ...form))).toMatchObject({ active: true });
    expect(await post('/oauth2/revoke', ...form, '--write-out', '%{http_code}')).toBe('200');
    expect(await post('/oauth2/introspect', ...form)).toBe('{"active":false}');
    expect(await call()).toMatch(/"code":"token_invalid"\} 403$/);
  });
});
