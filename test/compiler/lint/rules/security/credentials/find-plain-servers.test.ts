import { expect, test } from 'vitest';
import { findPlainServers } from '#compiler/lint/rules/security/credentials/find-plain-servers.ts';

test.each([
  ['no URL', {}],
  ['a URL that is no text', { url: 1 }],
  ['a relative URL', { url: '/dogs' }],
  ['TLS', { url: 'https://dogs.example.edu' }],
  ['sockets with TLS', { url: 'wss://dogs.example.edu' }],
  ['this machine', { url: 'http://[::1]:8080' }],
  ['a variable that is no object', { url: '{base}/dogs', variables: { base: true } }],
  ['variables that are no object', { url: '{base}/dogs', variables: ['http://dogs.example.edu'] }],
  ['a list that holds no texts', { url: '{base}/dogs', variables: { base: { enum: [1, null] } } }],
  [
    'a default that the list of values stands for',
    { url: '{base}', variables: { base: { enum: [], default: 'http://a.example.edu' } } },
  ],
])('%s is fine', (_title, server) => {
  expect(findPlainServers(server)).toEqual([]);
});

test.each([
  ['sockets without TLS', 'ws://dogs.example.edu'],
  ['a host that nothing is known of', 'http://{host}/dogs'],
])('%s is found', (_title, url) => {
  expect(findPlainServers({ url })).toEqual([{ url, path: ['url'] }]);
});

test('each value of a variable that has no TLS is found where it stands', () => {
  const variables = { scheme: { enum: ['http', 'https', 'ws'] }, host: { default: 'a.example.edu' } };
  expect(findPlainServers({ url: '{scheme}://{host}', variables })).toEqual([
    { url: 'http://a.example.edu', path: ['variables', 'scheme', 'enum', 0] },
    { url: 'ws://a.example.edu', path: ['variables', 'scheme', 'enum', 2] },
  ]);
});
