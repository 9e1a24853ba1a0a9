import { describe, expect, test } from 'vitest';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { OidcLogin } from '#runtime/identity/oidc/oidc-login.ts';
import { comeBack, declareProvider, openLogin } from './login-in-test.ts';
import { callbackUrl, clientSecret, type ProviderInTest } from './oidc-provider-in-test.ts';

describe('what a provider says of itself', () => {
  const discoveries = ({ asked }: ProviderInTest) =>
    asked.filter((request) => request.endsWith('/.well-known/openid-configuration')).length;

  test('is asked for once an hour, and only where somebody logs in', async () => {
    const { provider, login, wait } = await openLogin();
    expect(discoveries(provider)).toBe(0);
    await Promise.all([login.begin(callbackUrl), login.begin(callbackUrl)]);
    wait(3_599_999);
    await login.begin(callbackUrl);
    expect(discoveries(provider)).toBe(1);
    wait(1);
    await login.begin(callbackUrl);
    expect(discoveries(provider)).toBe(2);
  });

  test('is asked for again after a failure', async () => {
    const { provider, login } = await openLogin();
    provider.tamper((ctx) => void (ctx.status = 503));
    await expect(login.begin(callbackUrl)).rejects.toThrow(
      'The provider campus cannot be queried: unexpected HTTP response status code.',
    );
    provider.tamper(() => undefined);
    expect(await login.begin(callbackUrl)).toMatchObject({ url: expect.stringContaining(provider.issuer) });
  });

  test('is refused where it names another issuer', async () => {
    const { provider, login } = await openLogin();
    provider.tamper((ctx, body) => void (ctx.body = { ...body, issuer: 'https://other.example.edu' }));
    await expect(login.begin(callbackUrl)).rejects.toMatchObject({
      name: 'UnavailableError',
      message:
        'The provider campus cannot be queried: discovered metadata issuer does not match the expected issuer.',
    });
  });

  test('is refused where it names another issuer below /.well-known/', async () => {
    const { provider, settings } = await openLogin();
    const issuer = `${provider.issuer}/.well-known/openid-configuration`;
    const login = new OidcLogin({ ...settings, provider: declareProvider(issuer) }, () => 0);
    await expect(login.begin(callbackUrl)).rejects.toThrow(
      'The provider campus cannot be queried: its metadata contains another issuer.',
    );
    expect(discoveries(provider)).toBe(1);
  });

  test.each(['http://login.example.edu/auth', 'javascript:alert(1)', 'ftp://login.example.edu/', undefined])(
    'is refused where users would log in at %s',
    async (authorization_endpoint) => {
      const { provider, login } = await openLogin();
      provider.tamper((ctx, body) => void (ctx.body = { ...body, authorization_endpoint }));
      await expect(login.begin(callbackUrl)).rejects.toThrow(
        'The provider campus has no authorization endpoint with TLS.',
      );
    },
  );

  test.each([true, false])(
    'sends no code to a token endpoint without TLS, itself with TLS: %s',
    async (tls) => {
      const opening = await openLogin({ tls });
      opening.provider.tamper((ctx, body) => {
        if (ctx.path.endsWith('openid-configuration'))
          ctx.body = { ...body, token_endpoint: 'http://token.example.edu/token' };
      });
      const { url, memory } = await comeBack(opening);
      await expect(opening.login.finish(url, memory)).rejects.toThrow(
        /^The provider campus cannot be queried: (only requests to HTTPS are allowed|plain HTTP is only allowed for loopback hosts)\.$/,
      );
    },
  );

  test('is not believed with a certificate of another authority', async () => {
    const { settings } = await openLogin();
    const { ca } = await makeCertificates(['localhost'], Date.now());
    for (const other of [
      { ...settings, ca },
      { provider: settings.provider, clientSecret },
    ])
      await expect(new OidcLogin(other, () => 0).begin(callbackUrl)).rejects.toThrow(
        /^The provider campus cannot be queried: unable to verify the first certificate/,
      );
  });

  test('is not asked for without TLS from another machine', async () => {
    const settings = { provider: declareProvider('http://login.example.edu'), clientSecret };
    await expect(new OidcLogin(settings, () => 0).begin(callbackUrl)).rejects.toThrow(
      'The provider campus cannot be queried: only requests to HTTPS are allowed.',
    );
  });

  test('cannot be had of a provider that is down, nor can a user', async () => {
    const opening = await openLogin();
    const { url, memory } = await comeBack(opening);
    await opening.provider.close();
    const down = /^The provider campus cannot be queried: connect ECONNREFUSED \S+:\d+\.$/;
    await expect(opening.login.finish(url, memory)).rejects.toThrow(down);
    await expect(new OidcLogin(opening.settings, () => 0).begin(callbackUrl)).rejects.toThrow(down);
  });
});
