import { expect, test } from 'vitest';
import { findHelp } from './find-help.ts';

const onedog = '  /dogs/{dogId}:\n';
const got = "{ get: { responses: { '200': { description: It. } } } }";
const posted = "{ post: { responses: { '200': { description: It. } } } }";

/** What is right at a path depends on its other elements: rule, path, help. */
const helps: readonly (readonly [rule: string, path: string, ...help: string[]])[] = [
  [
    'path-qualified-identifier',
    '/dogs/country/{country}/town/{town}',
    'Write `country={country}` if it identifies one element. Otherwise declare `country` as a query parameter.',
    'Write `town={town}` if it identifies one element. Otherwise declare `town` as a query parameter.',
  ],
  [
    'path-qualified-identifier',
    '/dogs/status/{status}/count',
    'Write `status={status}` if it identifies one element. Otherwise declare `status` as a query parameter.',
  ],
  [
    'path-qualified-identifier',
    '/dogs/external_dog_id/{external_dog_id}',
    'Write `external_dog_id={external_dog_id}`.',
  ],
  [
    'path-qualified-identifier',
    '/walks/owner_id/{ownerId}',
    'Write `owner_id={ownerId}` if it identifies one element. Otherwise declare `ownerId` as a query parameter.',
  ],
  [
    'path-qualified-identifier',
    '/dogs/by_name/{accessToken}/{query}',
    'Write `name={query}` if it identifies one element. Otherwise declare `query` as a query parameter.',
  ],
  [
    'path-hierarchy',
    '/dogs/by_name/{accessToken}/{query}',
    'Remove `{accessToken}`, since callers send the token in the `Authorization` header.',
  ],
];

test.each(helps)('%s helps on %s', async (rule, path, ...help) => {
  expect(await findHelp(rule, onedog, `  ${path}: ${got}\n${onedog}`)).toEqual(help);
});
