import { expect, test } from 'vitest';
import {
  proposeName,
  proposeOwner,
  proposeProductionUrl,
  proposeVersion,
} from '#compiler/propose/propose-api.ts';

test.each([
  ['Dog Park', 'DogPark'],
  ['dog-park', 'DogPark'],
  ['DogParkAPI', 'DogPark'],
  ['The dogs API v2.1', 'TheDogs'],
  ['Swagger Petstore - OpenAPI 3.0', 'SwaggerPetstore'],
  ['Version 2 of HTTP status', 'OfHTTPStatus'],
  ['Café Réservé', 'CafeReserve'],
  ['Base64 Codec', 'Base64Codec'],
  ['API', undefined],
  ['漢字', undefined],
  ['', undefined],
])('the title %j proposes the name %s', (title, name) => {
  expect(proposeName({ info: { title } })).toBe(name);
});

test.each([
  ['1.0.0', 'v1'],
  ['v2', 'v2'],
  [3, 'v3'],
  ['0.9', 'v0'],
  ['2024-05-01', 'v2024'],
  ['20240501', undefined],
  ['next', undefined],
])('the version %j proposes %s', (version, proposed) => {
  expect(proposeVersion({ info: { version } })).toBe(proposed);
});

test('the owner is whom the document says to contact', () => {
  expect(proposeOwner({ info: { contact: { name: 'Ada', email: 'ada@example.edu' } } })).toBe(
    'ada@example.edu',
  );
  expect(proposeOwner({ info: { contact: { name: 'Ada' } } })).toBe('Ada');
  expect(proposeOwner({ info: {} })).toBeUndefined();
});

test('the production endpoint is the first https server, its variables at their defaults', () => {
  const variables = { region: { default: 'eu' } };
  const servers = [
    { url: '/v1' },
    { url: 'http://a.example.edu' },
    { url: 'https://{unknown}.example.edu' },
    { url: 'https://{region}.example.edu/v1', variables },
  ];
  expect(proposeProductionUrl({ servers })).toBe('https://eu.example.edu/v1');
  expect(proposeProductionUrl({ servers: servers.slice(0, 3) })).toBeUndefined();
});

test('in OpenAPI 2.0 it is the host, where that is served over https', () => {
  const swagger = { swagger: '2.0', host: 'dogs.example.edu', basePath: '/v1' };
  expect(proposeProductionUrl(swagger)).toBe('https://dogs.example.edu/v1');
  expect(proposeProductionUrl({ ...swagger, schemes: ['http', 'https'] })).toBe(
    'https://dogs.example.edu/v1',
  );
  expect(proposeProductionUrl({ ...swagger, schemes: ['http'] })).toBeUndefined();
});
