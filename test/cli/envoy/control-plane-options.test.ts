import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const control = ['--control-plane', '127.0.0.1:0'];
const tls = ['--control-plane-tls', 'tls'];
const local = ['--envoy-listen', '127.0.0.1:8443'];

describe('gatewright run --control-plane refuses', () => {
  test.for<[what: string, words: readonly string[], message: string]>([
    ['its options without it', ['--envoy-listen', '[::]:1'], '--envoy-listen is for --control-plane.'],
    ['a flag without it', ['--envoy-plain-http'], '--envoy-plain-http is for --control-plane.'],
    ['to run without TLS', [...control, ...local], '--control-plane needs --control-plane-tls.'],
    [
      'an address without a port',
      ['--control-plane', 'localhost', ...tls, ...local],
      '"localhost" is not a host and a port.',
    ],
    [
      'a port that does not exist',
      [...control, ...tls, '--envoy-listen', 'localhost:65536'],
      '"localhost:65536" is not a host and a port.',
    ],
    [
      'a deviation that does not exist',
      [...control, ...tls, '--accept', 'none'],
      'There is no deviation "none".',
    ],
    [
      'what is not a URL',
      [...control, ...tls, ...local, '--envoy-authz', 'localhost:8245'],
      '"localhost:8245" is not an absolute URL with the scheme http or https.',
    ],
    [
      'another address of a gateway than its endpoint for authorization',
      [...control, ...tls, ...local, '--envoy-authz', 'https://localhost:8245'],
      '"https://localhost:8245" is not the endpoint for authorization of a gateway, whose path ends with /authz.',
    ],
    [
      'the address of the keys in place of the key manager',
      [...control, ...tls, ...local, '--envoy-key-manager', 'https://keys.example.edu/oauth2/jwks'],
      'Write https://keys.example.edu: Envoy appends /oauth2/jwks.',
    ],
    [
      'TLS material that does not exist',
      [...control, ...tls, ...local, '--plain-http', '--port', '0', '--admin-port', '0'],
      'The TLS material of the control plane is not usable: ',
    ],
  ])('%s', async ([, words, message]) => {
    await using folder = await temporaryFolder(cleanSources);
    const { code, stderr } = await callGatewright(folder.path, ['run', '--log-format', 'text', ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
