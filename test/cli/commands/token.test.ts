import { spawn, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { secret, start, writeSources } from '../../serve/running-gateway.ts';
import { callGatewright } from '../call-gatewright.ts';
import { main } from '../run-gatewright.ts';
import { full } from '../../full-run.ts';

const application = 'applications/dog_walker.yaml';

/** A gateway with a certificate that it generated, and the command that requests a token from it. */
async function serve(change: (text: string) => string = (text) => text) {
  const { root, write } = await writeSources();
  await write(application, change);
  const gateway = await start({ root });
  const words = ['token', '--application', 'DogWalker'];
  const ask = (options: readonly string[] = [], input = `${secret}\n`, env: Record<string, string> = {}) => {
    const address = options.includes('--url') ? [] : ['--url', gateway.gatewayUrl];
    return callGatewright(root, [...words, ...address, ...options], env, input);
  };
  return { ...gateway, root, words: [...words, '--url', gateway.gatewayUrl], ask };
}

const jwt = /^ey[\w-]+\.[\w-]+\.[\w-]+\n$/;
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('gatewright token', () => {
  test('prints a token and nothing else, whichever way the secret comes', async () => {
    const { ask } = await serve();
    const got = {
      code: 0,
      stdout: expect.stringMatching(jwt),
      stderr: 'A token for the production keys of DogWalker, valid for 3600 seconds, without a scope.\n',
    };
    expect(await ask()).toEqual(got);
    expect(await ask([], `${secret}\r\nignored\r\n`)).toEqual(got);
    const { stdout } = await ask([], '', { GATEWRIGHT_CONSUMER_SECRET: secret });
    expect(claimsOf(stdout)).toMatchObject({ client_id: 'dogwalker-production', key_set: 'production' });
  });

  test('prints the whole answer as JSON', async () => {
    const { ask } = await serve();
    const { code, stdout } = await ask(['--format', 'json']);
    expect({ code, answer: JSON.parse(stdout) as unknown }).toEqual({
      code: 0,
      answer: { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 },
    });
  });

  const noDeclaration =
    'Declare the grant type client_credentials under `grants` in applications/dog_walker.yaml, and wait until the gateway has loaded it.';

  test.each([
    [
      'a wrong secret',
      { input: 'wrong\n' },
      'The gateway returned invalid_client: The consumer key is unknown, or its secret is missing or wrong.',
      'Check the consumer secret of the production keys of DogWalker, and that the gateway has loaded its declaration; `gatewright keys rotate` generates another secret.',
    ],
    [
      'no secret',
      { input: '' },
      'The consumer secret is missing.',
      'Set GATEWRIGHT_CONSUMER_SECRET, or write it to standard input on a line of its own.',
    ],
    [
      'no password',
      { options: ['--user', 'ada'] },
      'The password is missing.',
      'Write it to standard input, on a line below the secret.',
    ],
    [
      'a scope that is not allowed',
      { options: ['--scope', 'dogs.read'] },
      'The gateway returned invalid_scope: A scope is unknown, or no subscription of the application allows it.',
      'The `scopes` of its subscriptions list the scopes that an application may have.',
    ],
    [
      'a grant that is not declared',
      { change: (text: string) => text.replace('client_credentials, ', '') },
      'The gateway returned unauthorized_client: The application does not declare this grant.',
      noDeclaration,
    ],
    [
      'keys that are missing',
      { options: ['--sandbox'] },
      'DogWalker has no sandbox keys in applications/dog_walker.yaml.',
      'Make some with `gatewright keys generate --application DogWalker --sandbox`.',
    ],
    [
      'an address that is none',
      { options: ['--url', 'localhost'] },
      '"localhost" is not the address of a gateway.',
      'The address must begin with https://.',
    ],
    [
      'an address in the open',
      { options: ['--url', 'http://gateway.example.edu'] },
      'A secret must not go to http://gateway.example.edu, where everybody on the network could read it.',
      'Use an https:// address; plain HTTP is allowed only for this machine.',
    ],
  ] as const)('tells in a sentence of %s', full, async (_, given, message, help) => {
    const {
      change,
      options = [],
      input = `${secret}\n`,
    } = given as {
      change?: (text: string) => string;
      options?: readonly string[];
      input?: string;
    };
    const { ask } = await serve(change);
    expect(await ask(options, input)).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${message}\nhelp: ${help}\n`,
    });
  });

  test('tells that a single-page application has no secret, and asks for none', full, async () => {
    const { ask } = await serve((text) =>
      text
        .replace('type: web', 'type: single-page')
        .replace('client_credentials, ', '')
        .replace(/ {4}secretDigests.*\n/, ''),
    );
    expect(await ask([], '')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: DogWalker is a single-page application, which has no secret to get a token with.\n' +
        'help: It gets its tokens in a browser, by the authorization code grant with PKCE.\n',
    });
  });

  test('trusts no other certificate than one of the gateway that runs here', full, async () => {
    const { ask, root, gatewayUrl } = await serve();
    await rm(join(root, '.gatewright/tls/ca.pem'));
    expect(await ask()).toEqual({
      code: 2,
      stdout: '',
      stderr:
        `error: The certificate of ${gatewayUrl} is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).\n` +
        'help: Set the state folder of the gateway, which contains tls/ca.pem, with --state-dir, or a file with certificate authorities in NODE_EXTRA_CA_CERTS. If another program listens there, set the URL of the gateway with --url.\n',
    });
  });

  test('tells that nothing listens there, or no gateway', full, async () => {
    const { ask } = await serve();
    const server = createServer((_request, response) => response.end('<html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await ask(['--url', url])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        `error: ${url}/token is not a token endpoint: it returns 200.\n` +
        'help: Set the base URL of a gateway with --url, as in gatewayUrl.\n',
    });
    await new Promise((resolve) => server.close(resolve));
    expect(await ask(['--url', url])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        `error: No gateway responds at ${url} (ECONNREFUSED).\n` +
        'help: Start it with `gatewright run`, or set its URL with --url if it listens elsewhere.\n',
    });
  });
});

test('asks for the scopes of every --scope', async () => {
  const { root } = await writeSources();
  const forms: string[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((form) => {
      forms.push(form);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"access_token":"abc","token_type":"Bearer","expires_in":60,"scope":"dogs.read"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const words = ['token', '--application', 'DogWalker', '--url', url];
  const scopes = ['--scope', 'dogs.read', '--scope', 'dogs.write cats.read'];
  const env = { GATEWRIGHT_CONSUMER_SECRET: secret };
  expect(await callGatewright(root, [...words, ...scopes], env)).toMatchObject({ code: 0, stdout: 'abc\n' });
  expect(await callGatewright(root, words, env)).toMatchObject({ code: 0 });
  expect(forms.map((form) => new URLSearchParams(form).get('scope'))).toEqual([
    'dogs.read dogs.write cats.read',
    null,
  ]);
});

test('reads no endless answer', full, async () => {
  const { ask } = await serve();
  const server = createServer((_request, response) => {
    const more = () => {
      while (response.write('a'.repeat(100_000)));
    };
    response.on('drain', more);
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await ask(['--url', url])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`error: No gateway responds at ${url} (its answer is too long).\n`),
  });
});

const hasScript = spawnSync('script', ['--version']).status === 0;

test.skipIf(!hasScript).each(['xterm-256color', 'dumb'])(
  'a terminal of the type %s shows a prompt and no secret (skipped without script of util-linux)',
  full,
  async (type) => {
    const { words, root } = await serve();
    const command = [process.execPath, main, ...words].map((word) => `'${word}'`).join(' ');
    const child = spawn(
      'script',
      ['--quiet', '--return', '--command', `${command} > token.txt`, '/dev/null'],
      {
        cwd: root,
        env: { PATH: process.env['PATH'], TERM: type },
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    let seen = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (seen === '') child.stdin.write(`${secret.slice(0, 5)}x\u007f${secret.slice(5)}\r`);
      seen += chunk.toString();
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, seen }).toEqual({
      code: 0,
      seen: 'Consumer secret: \r\nA token for the production keys of DogWalker, valid for 3600 seconds, without a scope.\r\n',
    });
  },
);
