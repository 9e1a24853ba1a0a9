import type { ApiInTest } from '../../table-builder.ts';
import { buildTable, defineApi } from '../../table-builder.ts';
import { alice } from '../../oauth/authorization-in-test.ts';
import { authUrl, storeUrl } from '../session/store-in-test.ts';

/** A table with a store and these APIs, whose names are their contexts too. */
export function defineCatalogue(
  apis: readonly (Partial<ApiInTest> & Pick<ApiInTest, 'name'>)[],
  store: object = {},
) {
  return buildTable({
    gateway: { authUrl, storeUrl, store: { visibility: 'public', ...store } },
    apis: apis.map((api) => defineApi({ context: api.name.toLowerCase(), endpoints: {}, ...api })),
    applications: [],
    subscriptions: [],
    users: [alice],
  });
}

/** The parks of a city: each state, hidden versions, and texts in several languages. */
export const parks = [
  {
    name: 'DogPark',
    context: 'dog_park',
    version: 'v2',
    description: 'The dogs of the *parks*, and [who walks them](https://parks.example.edu).',
    tags: ['animals', 'city'],
    owner: 'parks-team',
  },
  {
    name: 'DogPark',
    context: 'dog_park',
    version: 'v1',
    state: 'deprecated',
    deprecation: { since: 1_772_323_200, sunset: 1_803_859_200, successor: 'dog_park/v2' },
    owner: 'parks-team',
  },
  {
    name: 'Benches',
    version: '1',
    state: 'blocked',
    blockedUntil: 1_772_323_200,
    owner: 'city@example.edu',
    contract: { info: { title: 'Where to sit', description: 'Every bench.' }, tags: [{ name: 'city' }] },
  },
  { name: 'Fountains', version: 'v1', state: 'retired', owner: 'city@example.edu' },
  { name: 'Draft', version: 'v1', state: 'created', owner: 'alice', description: 'Not announced yet.' },
  { name: 'Internal', version: 'v1', visibility: 'owners', owner: 'alice', description: 'For us alone.' },
  { name: 'Foreign', version: 'v1', visibility: 'owners', owner: 'somebody-else' },
] as const satisfies Parameters<typeof defineCatalogue>[0];
