import type { ManifestApplication } from '#compiled/manifest.ts';
import type { UsageIncrement } from '#runtime/ports/usage-store.ts';
import { alice, openAuthorization } from '../../oauth/authorization-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { authUrl, StoreBrowser, storeUrl } from '../session/store-in-test.ts';

/** When the pages of the tests are looked at. */
export const now = Date.UTC(2026, 10, 23, 12, 2);

const store = { title: 'Park APIs', visibility: 'public' } as const;
const endpoints = { production: { targets: ['http://127.0.0.1:9'] } };

const walker: ManifestApplication = {
  ...defineApplication('DogWalker', 'web', ['client_credentials', 'authorization_code']),
  owner: 'alice',
  description: 'Walks <b>dogs</b> & their keepers',
  callbackUrls: ['https://walker.example.edu/callback?from="login"'],
};

/** Lacks everything. */
const empty: ManifestApplication = {
  ...defineApplication('EmptyApp', 'single-page', []),
  owner: 'alice',
  keySets: [],
};

const ofOthers: ManifestApplication = { ...defineApplication('CatWalker'), owner: 'bob' };

/** A store with applications of alice and one of somebody else, and a browser in which alice is signed in. */
export async function openApplications(
  applications: readonly ManifestApplication[] = [walker, empty, ofOthers],
) {
  const gateway = await openAuthorization(
    buildTable({
      gateway: { authUrl, storeUrl, store },
      apis: [
        defineApi({ endpoints, operations: ['GET /dogs dogs:read', 'POST /dogs dogs:write', 'GET /parks'] }),
        defineApi({ name: 'Kennels', context: 'kennels', state: 'retired', endpoints: {} }),
        defineApi({
          name: 'Vets',
          context: 'vets',
          endpoints: { ...endpoints, sandbox: { targets: ['http://127.0.0.2:9'] } },
        }),
      ],
      applications,
      subscriptions: [
        subscribe('DogWalker', 'DogPark/v1', 'active', ['dogs:read']),
        subscribe('DogWalker', 'Kennels/v1'),
        subscribe('DogWalker', 'Vets/v1', 'blocked'),
        subscribe('CatWalker'),
      ].filter(({ application }) => applications.some(({ name }) => name === application)),
      tiers: [
        { name: 'gold', limit: { requests: 1000, unit: 'minute', burst: 100, whenUnavailable: 'allow' } },
      ],
      users: [alice],
    }),
    { clock: () => now },
  );
  const browser = new StoreBrowser(gateway);
  await browser.signIn();
  const addUsage = (...increments: readonly UsageIncrement[]) =>
    gateway.usage.add({ writer: 'test', number: (number += 1), increments });
  return { ...gateway, browser, open: (path: string) => browser.store.visit(path), addUsage };
}

let number = 0;
