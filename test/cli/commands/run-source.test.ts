// @module-tag full
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { makeOrigin } from '../../serve/git-repository.ts';
import { callGatewright } from '../call-gatewright.ts';
import { startCommand } from '../running-command.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { findBlock, findCalls } from '../../docs/shell-blocks.ts';
import { full } from '../../full-run.ts';

const config = 'gateway.config.yaml';
const sources = {
  ...cleanSources,
  [config]: (cleanSources[config] ?? '').replace('https://gateway.example.edu', 'https://localhost:8243'),
};
const freePorts = ['--port', '0', '--admin-port', '0', '--plain-http', '--log-format', 'text'];

describe('gatewright run --source', () => {
  test('serves a branch, and looks for a new commit at SIGHUP', async () => {
    await using folder = await temporaryFolder({});
    const origin = await makeOrigin();
    const first = await origin.push(sources);
    const [shown = []] = findCalls(findBlock('docs/deployment.md: gatewright run --source').text);
    const here = shown.map((word) => word.replace('https://git.example.edu/gateway.git', origin.bare));
    // Only the signals have it look.
    const gateway = startCommand(folder.path, [...here, '--poll-seconds', '3600', ...freePorts]);
    await gateway.until('/token\n');
    const broken = await origin.push({ 'tiers.yaml': 'kind: Tier\nname: Gold\n' });
    gateway.signal('SIGHUP');
    await gateway.until('Still serving the previous table.\n');
    const second = await origin.push({ 'tiers.yaml': `${cleanSources['tiers.yaml']}# a note\n` });
    gateway.signal('SIGHUP');
    await gateway.until('Reloaded');
    const third = await origin.push({ 'notes.md': 'Notes.\n' });
    gateway.signal('SIGHUP');
    await gateway.until('changes nothing');
    gateway.signal('SIGTERM');
    expect(await gateway.ended).toBe(0);
    const text = gateway
      .written()
      .replaceAll(/localhost:\d+|127\.0\.0\.1:\d+/g, 'HOST')
      .replaceAll(/[0-9a-f]{64}/g, 'HEX');
    expect(text).toBe(`Loaded 1 API of commit ${first}: sha256:HEX
Gateway http://HOST
Admin   http://HOST
To get an access token with the keys of \`gatewright keys generate\`:
  curl -u "$CONSUMER_KEY:$CONSUMER_SECRET" -d grant_type=client_credentials http://HOST/token
Looking for new declarations, secrets and certificates.
error invalid-value \`name\` does not have the required form.
  tiers.yaml:2:7
    1 | kind: Tier
    2 | name: Gold
      |       ^^^^
  help: The name that subscriptions use: lower-case letters, digits, hyphens and underscores.

1 error
error: Commit ${broken} of main cannot be served. The sources have 1 error.
Still serving the previous table.
Looking for new declarations, secrets and certificates.
Reloaded 1 API of commit ${second}: sha256:HEX
Looking for new declarations, secrets and certificates.
Commit ${third} changes nothing.
Stopping after the calls in flight have finished.
`);
  });

  test('ends at a signal while a server keeps it waiting', full, async () => {
    await using folder = await temporaryFolder({});
    const asked = Promise.withResolvers<Socket>();
    const server = createServer((socket) => asked.resolve(socket.on('error', () => undefined).resume()));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const words = ['run', '--source', `git+http://127.0.0.1:${port}/x.git#main`, ...freePorts];
    const gateway = startCommand(folder.path, words);
    const closed = once(await asked.promise, 'close');
    gateway.signal('SIGTERM');
    expect([await gateway.ended, gateway.written()]).toEqual([0, '']);
    await closed;
  });

  test.each([
    [['--source', 'https://u:s3cret@host/x.git#main'], 'Write a source as git+URL#BRANCH'],
    [
      ['--source', 'git+https://u:s3cret@host/x.git#..'],
      'The part after the # of git+URL#BRANCH is not a branch name.',
    ],
    [['--source', 'git+x#main', '--table', 'x.json'], '--table and --source cannot be combined'],
    [['--source', 'git+x#main', '--config', '../x.yaml'], '--config is the path of a file in the repository'],
    [['--source', 'git+x#main', '--config', '/x.yaml'], '--config is the path of a file in the repository'],
    [
      ['--source', 'git+x#main', '--poll-seconds', '0'],
      '--poll-seconds takes a whole number from 1 to 86400',
    ],
    [['--poll-seconds', '5'], '--poll-seconds is for a --source or a --table by URL.'],
    [['--secrets-dir', 'x'], '--secrets-dir is for a --source or a --table by URL.'],
    [['--secrets-dir', 'x', '--table', 'x.json'], '--secrets-dir is for a --source or a --table by URL.'],
    [['--drain-seconds', 'x'], '--drain-seconds takes a whole number from 0 to 3600'],
  ])('%j is refused', async (words, message) => {
    await using folder = await temporaryFolder(sources);
    const { code, stdout, stderr } = await callGatewright(folder.path, ['run', ...freePorts, ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('s3cret');
  });
});

test('a gateway that drains says so on its health pages until it ends', full, async () => {
  await using folder = await temporaryFolder(sources);
  const gateway = startCommand(folder.path, ['run', ...freePorts, '--drain-seconds', '5']);
  await gateway.until('/token\n');
  const admin = /^Admin +(\S+)$/m.exec(gateway.written())?.[1] ?? '';
  expect((await fetch(`${admin}/health/ready`)).status).toBe(200);
  gateway.signal('SIGTERM');
  await gateway.until('Stopping');
  expect((await fetch(`${admin}/health/ready`)).status).toBe(503);
  expect(await gateway.ended).toBe(0);
});
