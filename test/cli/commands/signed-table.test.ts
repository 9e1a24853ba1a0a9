// @module-tag full
import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { readPublicTableKeys } from '#platform/keys/table-keys.ts';
import { verifyTable } from '#platform/keys/table-signature.ts';
import { makeTableKey } from '../../platform/table-key-in-test.ts';
import { openTableServer } from '../../serve/table-server.ts';
import { findBlock, findCalls } from '../../docs/shell-blocks.ts';
import { callGatewright } from '../call-gatewright.ts';
import { main } from '../run-gatewright.ts';
import { startCommand } from '../running-command.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { full } from '../../full-run.ts';

const config = 'gateway.config.yaml';
const sources = {
  ...cleanSources,
  [config]: (cleanSources[config] ?? '').replace('https://gateway.example.edu', 'https://localhost:8243'),
};
const freePorts = ['--port', '0', '--admin-port', '0', '--plain-http', '--log-format', 'text'];

async function makeFolder(kind?: 'ed25519' | 'p256') {
  const folder = await temporaryFolder(sources);
  const pair = await makeTableKey(kind);
  await folder.write('key.pem', pair.privatePem);
  await folder.write('key.pub.pem', pair.publicPem);
  return Object.assign(folder, pair);
}

const sign = ['compile', '--out', 'table.json', '--sign', 'key.pem'];

describe('gatewright compile --sign', () => {
  test.each(['ed25519', 'p256'] as const)(
    'writes a signature by a key of %s beside the table',
    async (kind) => {
      await using folder = await makeFolder(kind);
      const { code, stdout, stderr } = await callGatewright(folder.path, sign);
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      expect(stderr).toMatch(
        new RegExp(
          `for production to table.json.\nsha256:.{64}\nSigned by the key ${folder.key.keyId} in table.json.jws.\n$`,
        ),
      );
      const jws = await folder.read('table.json.jws');
      const keys = await readPublicTableKeys(folder.publicPem);
      const table = await readFile(join(folder.path, 'table.json'));
      expect(await verifyTable(table, jws, keys)).toMatchObject({ keyId: folder.key.keyId });
      expect((await callGatewright(folder.path, ['compile'])).stdout).toBe(String(table));
    },
  );

  test('takes the key from a variable', async () => {
    await using folder = await makeFolder();
    const words = ['compile', '--out', 'table.json', '--sign-env', 'TABLE_KEY'];
    const env = { TABLE_KEY: folder.privatePem };
    expect(await callGatewright(folder.path, words, env)).toMatchObject({ code: 0 });
    const unset = await callGatewright(folder.path, words);
    const message = 'The environment variable TABLE_KEY, which is to hold the key, is not set.';
    expect(unset).toEqual({ code: 2, stdout: '', stderr: `error: ${message}\n` });
  });

  test.each([
    [['--sign', 'key.pem'], 'A signature is a file next to the table, so --sign needs --out.'],
    [
      ['--out', 'table.json', '--sign', 'missing.pem'],
      'The key missing.pem cannot be read (the file does not exist).',
    ],
    [
      ['--out', 'table.json', '--sign', 'key.pub.pem'],
      'The key key.pub.pem cannot be used: it does not contain a private key',
    ],
    [
      ['--out', 'table.json', '--sign', 'tiers.yaml'],
      'The key tiers.yaml cannot be used: it does not contain a private key',
    ],
    [
      ['--out', 'table.json', '--sign', 'key.pem', '--sign-env', 'X'],
      'A table is signed with the key of --sign or of --sign-env, not with both.',
    ],
    [
      ['--out', 'missing/table.json', '--sign', 'key.pem'],
      'missing/table.json with missing/table.json.jws cannot be written: its folder does not exist.',
    ],
    [
      ['--out', './key.pem', '--sign', 'key.pem'],
      'The key key.pem would be overwritten by the table that it signs.',
    ],
    [['--out', 'apis', '--sign', 'key.pem'], 'apis with apis.jws cannot be written: it is a folder.'],
  ])('%j is refused, and writes nothing', async (words, message) => {
    await using folder = await makeFolder();
    const { code, stdout, stderr } = await callGatewright(folder.path, ['compile', ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`error: ${message}`);
    expect(stderr).not.toContain(folder.privatePem.split('\n')[1]);
    expect(await folder.read('key.pem')).toBe(folder.privatePem);
    for (const file of ['table.json', 'table.json.jws', 'apis.jws'])
      await expect(stat(join(folder.path, file))).rejects.toThrow('ENOENT');
  });

  test('is missed where the table had a signature', async () => {
    await using folder = await makeFolder();
    await callGatewright(folder.path, sign);
    const { code, stderr } = await callGatewright(folder.path, ['compile', '--out', 'table.json']);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^warning: table.json.jws was not updated and may belong to another table: sign this table with --sign.\n/,
    );
  });
});

describe('gatewright run --verify', () => {
  test.each([
    [['--verify', 'key.pub.pem'], '--verify is for a --table.'],
    [['--allow-older'], '--allow-older is for a --table.'],
    [['--source', 'git+x#main', '--verify', 'key.pub.pem'], '--verify is for a --table.'],
    [['--table', 'table.json', '--allow-older'], '--allow-older has no effect without --verify'],
    [
      ['--table', 'http://u:s3cret@h.edu/t'],
      'A table is fetched by https; plain http is for this machine alone.',
    ],
    [['--table', 'https://u:s3cret@/t'], 'The address of the table is not a URL.'],
    [
      ['--table', 'table.json', '--poll-seconds', '5'],
      '--poll-seconds is for a --source or a --table by URL.',
    ],
    [
      ['--table', 'table.json', '--verify', 'missing.pem'],
      'missing.pem cannot be used: the file does not exist.',
    ],
    [['--table', 'table.json', '--verify', 'key.pem'], 'key.pem cannot be used: it is a private key'],
    [['--table', 'table.json', '--verify', 'other.pem'], 'which is not one of the keys of --verify.'],
  ])('%j is refused', async (words, message) => {
    await using folder = await makeFolder();
    await callGatewright(folder.path, sign);
    await folder.write('other.pem', (await makeTableKey()).publicPem);
    const { code, stdout, stderr } = await callGatewright(folder.path, ['run', ...freePorts, ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('s3cret');
  });

  test('follows a table on a server of its own authority', full, async () => {
    await using folder = await makeFolder();
    const { ca, certificate, key } = await makeCertificates(['127.0.0.1'], Date.now());
    await folder.write('ca.pem', ca);
    const server = await openTableServer({ cert: certificate, key });
    const publish = async () => {
      await callGatewright(folder.path, sign);
      const file = (name: string) => readFile(join(folder.path, name));
      server.put(await file('table.json'), await file('table.json.jws'));
    };
    await publish();
    const address = server.url.replace('https://', 'https://ann:s3cret@');
    const [shown = []] = findCalls(findBlock('docs/deployment.md: gatewright run --table').text);
    const named: Readonly<Record<string, string>> = {
      'https://tables.example.edu/table.json': address,
      'table-key.pub.pem': 'key.pub.pem',
    };
    // Only the signals have it look.
    const words = [...shown.map((word) => named[word] ?? word), '--poll-seconds', '3600', ...freePorts];
    const gateway = startCommand(folder.path, words, {
      env: { NODE_EXTRA_CA_CERTS: join(folder.path, 'ca.pem') },
    });
    await gateway.until('/token\n');
    await folder.write('tiers.yaml', (await folder.read('tiers.yaml')).replace('1000', '999'));
    await publish();
    gateway.signal('SIGHUP');
    await gateway.until('Reloaded 1 API');
    server.put(Buffer.from('odd'), Buffer.from('odd'));
    gateway.signal('SIGHUP');
    await gateway.until('Still serving the previous table.\n');
    gateway.signal('SIGTERM');
    expect(await gateway.ended).toBe(0);
    const text = gateway
      .written()
      .replaceAll(/localhost:\d+|127\.0\.0\.1:\d+/g, 'HOST')
      .replaceAll(/[0-9a-f]{64}/g, 'HEX');
    expect(text).toBe(`Loaded 1 API: sha256:HEX
Gateway http://HOST
Admin   http://HOST
To get an access token with the keys of \`gatewright keys generate\`:
  curl -u "$CONSUMER_KEY:$CONSUMER_SECRET" -d grant_type=client_credentials http://HOST/token
Looking for new declarations, secrets and certificates.
Reloaded 1 API: sha256:HEX
Looking for new declarations, secrets and certificates.
error: The route table https://HOST/table.json is not served: its signature was not made by \`gatewright compile --sign\`.
Still serving the previous table.
Stopping after the calls in flight have finished.
`);
    const untrusted = await callGatewright(folder.path, [...words, '--state-dir', 'empty']);
    expect({ ...untrusted, stderr: untrusted.stderr.replace(/:\d+/, ':PORT') }).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: The certificate of https://127.0.0.1:PORT is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE): set NODE_EXTRA_CA_CERTS to a file with certificate authorities.\n',
    });
  });
});

test('what docs/deployment.md has people paste works', full, async () => {
  await using folder = await temporaryFolder(sources);
  const text = await readFile('docs/deployment.md', 'utf8');
  const section = text.split('\n## ').find((part) => part.startsWith('A signed table\n')) ?? '';
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  const [makeKey = '', compile = '', run = '', rotate = '', ...others] = blocks;
  expect(others).toEqual([]);
  const shell = `gatewright() { "${process.execPath}" "${main}" "$@"; }\nset -e\n`;
  const paste = (lines: string) => promisify(execFile)('sh', ['-c', shell + lines], { cwd: folder.path });
  await paste(makeKey);
  await paste(makeKey.replaceAll('table-key', 'new-key'));
  await paste(compile.replace('table-key', 'new-key') + rotate);
  const words = run.trim().replace('table-key.pub.pem', 'table-keys.pem').split(' ').slice(1);
  const here = words.map((word) => (word.startsWith('https:') ? 'table.json' : word));
  const gateway = startCommand(folder.path, [...here, ...freePorts]);
  await gateway.until('Loaded 1 API');
  gateway.signal('SIGTERM');
  expect(await gateway.ended).toBe(0);
  await writeFile(join(folder.path, 'table-keys.pem'), await folder.read('table-key.pub.pem'));
  expect(await callGatewright(folder.path, [...here, ...freePorts])).toMatchObject({ code: 2 });
});
