import { expect, onTestFinished, vi } from 'vitest';
import type { OidcProvider } from '#compiled/settings/identity-providers.ts';
import { OidcLogin } from '#runtime/identity/oidc/oidc-login.ts';
import { callbackUrl, clientSecret, openProvider, type ProviderOptions } from './oidc-provider-in-test.ts';

/** A provider and a login at it, for one test. */
export async function openLogin(options: ProviderOptions = {}, changes: Partial<OidcProvider> = {}) {
  // The provider warns of everything that it has for tests only.
  for (const method of ['info', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  const provider = await openProvider(options);
  onTestFinished(() => provider.close());
  let now = 0;
  const settings = { provider: declareProvider(provider.issuer, changes), clientSecret, ca: provider.ca };
  const login = new OidcLogin(settings, () => now);
  return { provider, login, settings, wait: (milliseconds: number) => (now += milliseconds) };
}

export function declareProvider(issuer: string, changes: Partial<OidcProvider> = {}): OidcProvider {
  return {
    type: 'oidc',
    name: 'campus',
    displayName: 'Campus login',
    issuer,
    clientId: 'gateway',
    clientSecret: { fromEnv: 'CAMPUS' },
    scopes: ['profile', 'email'],
    emailClaim: 'email',
    groupsClaim: 'groups',
    recheckSeconds: 60,
    maximumUncheckedSeconds: 28_800,
    ...changes,
  };
}

/** A login up to its callback. */
export async function comeBack({ provider, login }: Awaited<ReturnType<typeof openLogin>>) {
  const { url, memory } = await login.begin(callbackUrl);
  return { url: await provider.logInAt(url), memory };
}

/** The result of such a login. */
export const ada = {
  subject: 'user:campus/ada',
  displayName: 'ada',
  facts: { emails: [], groups: [] },
  provider: 'campus',
  idToken: expect.any(String) as string,
};
