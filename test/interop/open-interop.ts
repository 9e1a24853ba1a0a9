import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Agent, fetch as fetchOver } from 'undici';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import type { AtEnd } from '../platform/in-folder.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { start, writeSources } from '../serve/running-gateway.ts';

export { consumerKey, secret } from '../serve/running-gateway.ts';

export const callbackUrl = 'https://walker.example.edu/callback';
export const pageKey = 'dogpage-production';
export const nativeKey = 'dogdesk-production';
export const user = { username: 'ada', password: 'correct horse battery staple' } as const;

const passwordDigest = await hashArgon2id(user.password);

/** A gateway over TLS with a confidential client, a public one, a user, and an API whose reading takes a scope. */
export async function openInterop({
  pageUrl = 'https://page.example.edu/',
  atEnd = onTestFinished,
}: { readonly pageUrl?: string; readonly atEnd?: AtEnd } = {}) {
  const upstream = await openUpstream('dogs');
  atEnd(upstream.close);
  const { root, write } = await writeSources(upstream.url, atEnd);
  await write('users/ada.yaml', () => declareUser());
  await write('applications/dog_walker.yaml', (text) => text.replace(/^grants: .*$/m, grantsOfWalker));
  await write('applications/dog_page.yaml', () => declarePage(pageUrl));
  await write('applications/dog_desk.yaml', () => nativeApplication);
  await write('apis/dog_park/v1/subscriptions.yaml', () => subscriptions);
  await write('apis/dog_park/v1/api.yaml', (text) => `${text}${declareCors(pageUrl)}`);
  await write('apis/dog_park/v1/openapi.yaml', requireScope);
  const { gatewayUrl } = await start({ root }, atEnd);
  const caFile = join(root, '.gatewright/tls/ca.pem');
  const ca = await readFile(caFile, 'utf8');
  const dispatcher = new Agent({ connect: { ca } });
  atEnd(() => dispatcher.close());
  /** `fetch` that trusts the gateway's authority. */
  const fetch = (url: string | URL, options: object = {}): Promise<Response> =>
    fetchOver(url, { ...options, dispatcher });
  return { gatewayUrl, upstream, caFile, ca, fetch };
}

export type Interop = Awaited<ReturnType<typeof openInterop>>;

const grantsOfWalker = 'grants: [client_credentials, authorization_code, refresh_token]';

function declareUser(): string {
  return `kind: User\nname: ${user.username}\npasswordDigest: ${passwordDigest}\n`;
}

function declarePage(pageUrl: string): string {
  return `kind: Application
name: DogPage
type: single-page
owner: ada@example.edu
callbackUrls: ['${pageUrl}']
grants: [authorization_code, refresh_token]
keys:
  production: { consumerKey: ${pageKey} }
`;
}

const nativeApplication = `kind: Application
name: DogDesk
type: native
owner: ada@example.edu
callbackUrls: ['http://127.0.0.1/cb', 'com.example.dogs:/cb']
grants: [authorization_code, refresh_token]
keys:
  production: { consumerKey: ${nativeKey} }
`;

const subscriptions = ['DogWalker', 'DogPage', 'DogDesk']
  .map((name) =>
    [
      'kind: Subscription',
      `application: ${name}`,
      'api: DogPark/v1',
      'tier: gold',
      'scopes: [dogs:read]',
      '',
    ].join('\n'),
  )
  .join('---\n');

function declareCors(pageUrl: string): string {
  return `cors: { allowOrigins: ['${new URL(pageUrl).origin}'] }\n`;
}

/** Reading dogs takes the scope dogs:read. */
function requireScope(definition: string): string {
  const scheme = `  securitySchemes:
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://gateway.example.edu/authorize
          tokenUrl: https://gateway.example.edu/token
          scopes: { 'dogs:read': Look at the dogs. }
`;
  return definition
    .replace('      summary: Lists the dogs.\n', "$&      security: [{ oauth: ['dogs:read'] }]\n")
    .replace('components:\n', `$&${scheme}`);
}
