import { describe, expect, test } from 'vitest';
import type { ManifestApi } from '#compiled/manifest.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { userInTest, visitPage } from '../visit-in-test.ts';

const path = '/store/proposals/new/change-subscription?application=Walker&api=DogPark%2Fv1';
const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;

/** The form of a subscription to a version in a state, in a store with a second version. */
async function formFor(
  state: ManifestApi['state'],
  deprecation?: ManifestApi['deprecation'],
  visibility?: 'owners',
) {
  const endpoints = { production: { targets: ['http://127.0.0.1:9'] } };
  const table = buildTable({
    gateway: {
      store: {
        visibility: 'public',
        proposals: { remote: '/x.git', base: 'main', branchPrefix: 'proposals/', host: 'none' },
      },
      storeUrl: 'https://store.example.edu',
    },
    apis: [
      defineApi({ endpoints, state, operations: ['GET /dogs'], ...(deprecation && { deprecation }) }),
      defineApi({ endpoints, version: 'v2', operations: ['GET /dogs'], ...(visibility && { visibility }) }),
    ],
    applications: [{ ...defineApplication('Walker'), owner: 'alice' }],
    subscriptions: [subscribe('Walker')],
  });
  const page = await visitPage(table, path, { user: userInTest('alice') });
  expect(page).toContain('name="tier"');
  return page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

describe('the form for a subscription to a deprecated version', () => {
  test('shows since when it is deprecated, and what replaces it', async () => {
    const deprecation = { since: day('2026-03-01'), sunset: day('2027-01-31'), successor: 'dog_park/v2' };
    expect(await formFor('deprecated', deprecation)).toContain(
      'This version is deprecated Deprecated since 1 March 2026. May be retired from 31 January 2027. Move to DogPark/v2.',
    );
    expect(await formFor('blocked', deprecation)).toContain('Deprecated since 1 March 2026.');
  });

  test('does not show the name of a successor that the reader may not see', async () => {
    const deprecation = { since: day('2026-03-01'), successor: 'dog_park/v2' };
    expect(await formFor('deprecated', deprecation, 'owners')).toContain(
      'Deprecated since 1 March 2026. Move to dog_park/v2.',
    );
  });

  test('shows nothing of the kind for any other version', async () => {
    expect(await formFor('published')).not.toContain('eprecated');
  });
});
