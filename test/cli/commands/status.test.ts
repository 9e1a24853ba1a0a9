// @module-tag full
import { createServer, request as askPlain, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tableFormat } from '#compiled/manifest.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { parseGitRemote } from '#platform/git/git-remote.ts';
import { git } from '../../platform/git-in-test.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { makeOrigin } from '../../serve/git-repository.ts';
import { start, writeSources } from '../../serve/running-gateway.ts';
import { callGatewright } from '../call-gatewright.ts';
import { api, makeClone, serveCopy, steady, writeAside } from '../status/running-status.ts';
import { full } from '../../full-run.ts';

const config = 'gateway.config.yaml';
const definition = 'apis/dog_park/v1/openapi.yaml';
const toCats = (text: string) => text.replace('/dogs:', '/cats:');

/** The JSON output of the tested program. */
async function asJson(result: ReturnType<typeof callGatewright>) {
  const { code, stdout, stderr } = await result;
  return { code, stderr, json: JSON.parse(stdout) as Record<string, unknown> };
}

/** A proxy that has an admin listener below a path, and announces itself. */
async function openProxy(adminUrl: string, server: Server, traces: Record<string, string>) {
  server.on('request', (asked, answer) => {
    const path = (asked.url ?? '').replace(/^\/ops\/gateway\//, '/');
    const expected = `Basic ${Buffer.from('ada:pass/word').toString('base64')}`;
    if (asked.headers.authorization !== expected) return answer.writeHead(401).end();
    const headers = { host: new URL(adminUrl).host, ...traces };
    return askPlain(`${adminUrl}${path}`, { headers }, (given) => {
      answer.writeHead(given.statusCode ?? 0, given.headers);
      given.pipe(answer);
    }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('gatewright status', () => {
  test('tells that a gateway serves what the files on disk declare, and what a commit does', async () => {
    const clone = await makeClone();
    const { adminUrl } = await serveCopy({ version: '0.0.1' });
    const { code, stdout, stderr } = await clone.status(adminUrl);
    expect({ code, stderr, stdout: steady(stdout) }).toEqual({
      code: 0,
      stderr: '',
      stdout: `http://HOST serves what the working tree declares.

  Serves   sha256:HEX
  Since    DATE
  APIs     1
  Version  0.0.1
`,
    });
    const named = await clone.status(`${adminUrl}/`, '--expect', 'main');
    expect([named.code, steady(named.stdout).split('\n')[0]]).toEqual([
      0,
      'http://HOST serves what main (COMMIT) declares.',
    ]);
    await clone.commit(api, (text) => text.replace('published', 'blocked'));
    expect((await clone.status(adminUrl, '--expect', 'HEAD')).code).toBe(1);
    expect((await clone.status(adminUrl, '--expect', 'HEAD~1')).code).toBe(0);
  });

  test('shows what would change where it serves something else', full, async () => {
    const clone = await makeClone();
    const { adminUrl } = await serveCopy();
    const commit = await clone.commit(definition, toCats);
    await clone.write(api, (text) => text.replace('published', 'blocked'));
    const { code, json, stderr } = await asJson(
      clone.status(adminUrl, '--expect', 'main', '--format', 'json'),
    );
    expect({ code, stderr, json }).toEqual({
      code: 1,
      stderr: '',
      json: {
        format: 1,
        url: adminUrl,
        running: {
          digest: expect.stringMatching(/^sha256:/),
          deployment: 'production',
          loadedAt: expect.stringMatching(/^2/),
          apis: 1,
          tableFormat,
          restartNeeded: [],
          heldBack: [],
        },
        expected: { name: 'main', commit, digest: expect.stringMatching(/^sha256:/) },
        same: false,
        changes: expect.any(Array),
      },
    });
    const { stdout } = await clone.status(adminUrl);
    expect(steady(stdout)).toContain(`http://HOST does not serve what the working tree declares.

  Serves    sha256:HEX
  Expected  sha256:HEX
`);
  });

  test('shows no digest of a secret or a password, whichever of them changes', full, async () => {
    const clone = await makeClone();
    const { adminUrl } = await serveCopy();
    const digests = ['0', '1'].map((digit) => `sha256:${digit.repeat(64)}`);
    await clone.write('applications/dog_walker.yaml', (text) =>
      text.replace(/\['sha256:\w+'\]/, `['${digests.join("', '")}']`),
    );
    await clone.write('users/ada.yaml', (text) => text.replace('$6EK', '$7EK'));
    for (const format of ['human', 'json']) {
      const { code, stdout, stderr } = await clone.status(adminUrl, '--format', format);
      expect([code, stderr]).toEqual([1, '']);
      expect(stdout).not.toMatch(/argon2id|7EK|0{64}|1{64}|hidden/);
    }
  });

  test('reports settings that wait for a restart, and broken sources', full, async () => {
    const clone = await makeClone();
    const gateway = await serveCopy();
    const listener = (text: string) =>
      text.replace('  production:', '  production:\n    listener: { port: 9999 }');
    await gateway.write(config, listener);
    await gateway.sees('restart-needed');
    await clone.write(config, listener);
    await gateway.write(api, (text) => text.replace('published', 'publshed'));
    await gateway.sees('reload-failed');
    const { code, stdout } = await clone.status(gateway.adminUrl);
    expect({ code, stdout: steady(stdout) }).toEqual({
      code: 1,
      stdout: `http://HOST does not serve what the working tree declares.

  Serves  sha256:HEX
  Since   DATE
  APIs    1

It still serves its previous table, since newer sources cannot be used: The sources have 1 error.
  apis/dog_park/v1/api.yaml:5:8 \`state\` must be one of created, published, deprecated, blocked, retired.
Restart it to apply these settings of its table: listener.
`,
    });
  });

  test(
    'asks over TLS, whose certificate it checks, for a table that is shown to this machine',
    full,
    async () => {
      const clone = await makeClone();
      const { root, write } = await writeSources();
      await write(config, (text) =>
        text.replace('  production:', '  production:\n    admin: { host: 0.0.0.0 }'),
      );
      const { adminUrl } = await start({ root, plainHttp: true });
      const url = adminUrl.replace('0.0.0.0', 'localhost');
      const words = ['--ca', join(root, '.gatewright/tls/ca.pem'), '--format', 'json'];
      expect(await asJson(clone.status(url, ...words))).toMatchObject({
        code: 1,
        json: { same: false, changes: expect.any(Array) },
      });
      const untrusted = await clone.status(url);
      expect([untrusted.code, untrusted.stderr.split('\n')[0]]).toEqual([
        2,
        `error: The certificate of ${url} is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).`,
      ]);
    },
  );

  test('asks a gateway with several workers, and one that is run from a table', full, async () => {
    const clone = await makeClone();
    const inThreads = await serveCopy({ workers: 2 });
    const first = await asJson(clone.status(inThreads.adminUrl, '--format', 'json'));
    const { digest } = first.json['running'] as { readonly digest: string };
    expect(first).toMatchObject({ code: 0, json: { running: { workers: [digest, digest] } } });
    await clone.write(definition, toCats);
    const file = await writeAside((await callGatewright(clone.root, ['compile'])).stdout);
    const second = await serveCopy({ source: { kind: 'table', file } });
    expect((await clone.status(second.adminUrl)).code).toBe(0);
    expect(await asJson(clone.status(inThreads.adminUrl, '--format', 'json'))).toMatchObject({
      code: 1,
      json: { changes: expect.any(Array) },
    });
  });
});

/** A gateway that serves the second commit of a branch, and a clone of it. */
async function serveBranch() {
  const { root } = await writeSources();
  const origin = await makeOrigin(root);
  const commits = [await origin.push({}), await origin.push({ 'tiers.yaml': tier(7) })];
  const folder = await makeTestFolder();
  const remote = parseGitRemote(`git+${origin.bare}#main`, '/');
  const gateway = await start({
    root: folder,
    plainHttp: true,
    source: { kind: 'git', remote, configFile: config, secretsFolder: folder, pollMs: 60_000 },
  });
  const ask = (...words: readonly string[]) =>
    callGatewright(root, ['status', '--url', gateway.adminUrl, ...words]);
  return { ...origin, ...gateway, root, commits, ask };
}

const tier = (requests: number) => `kind: Tier\nname: gold\nlimit: { requests: ${requests}, unit: minute }\n`;

describe('a gateway that serves a branch', full, () => {
  test('is ahead of a commit, behind it or apart from it', full, async () => {
    const { root, commits, push, ask, bare } = await serveBranch();
    expect(await asJson(ask('--expect', 'main', '--format', 'json'))).toMatchObject({
      code: 0,
      json: {
        running: { source: { url: bare, branch: 'main', commit: commits[1] } },
        same: true,
        relation: { kind: 'same', behind: 0, ahead: 0 },
        changes: [],
      },
    });
    expect(await ask('--expect', 'HEAD~1')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('\nIt is 1 commit ahead of HEAD~1.\n'),
    });
    // Of commits that declare the same, either may be served.
    await push({ 'notes.md': 'Notes.\n' });
    expect(await ask('--expect', 'HEAD')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\nIt is 1 commit behind HEAD.\n'),
    });
    await git(root, 'reset', '--quiet', '--hard', 'HEAD~2');
    await push({ 'tiers.yaml': tier(8) }, 'other');
    expect(await ask('--expect', 'HEAD')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        '\nIt has 1 commit that HEAD does not have, and lacks 1 commit of it.\n',
      ),
    });
  });

  test('is reported by its commit where it does not show its table to a proxy', full, async () => {
    const { push, root, adminUrl } = await serveBranch();
    await push({ 'tiers.yaml': tier(8) });
    const { ca, certificate, key } = await makeCertificates(['gateway.example.edu'], Date.now());
    const server = createTlsServer({ cert: certificate, key });
    const port = await openProxy(adminUrl, server, { 'x-forwarded-for': '192.0.2.7' });
    const file = await writeAside(ca);
    const url = `https://ada:pass%2Fword@127.0.0.1:${port}/ops/gateway`;
    const words = ['status', '--url', url, '--ca', file, '--expect', 'HEAD', '--format', 'json'];
    const trusted = [...words, '--server-name', 'gateway.example.edu'];
    const { code, json, stderr } = await asJson(callGatewright(root, trusted));
    expect({ code, stderr, json }).toMatchObject({
      code: 1,
      stderr: '',
      json: { url: `https://127.0.0.1:${port}/ops/gateway`, changes: expect.any(Array) },
    });
    const unnamed = await callGatewright(root, words);
    expect(steady(unnamed.stderr)).toBe(
      'error: The certificate of https://HOST/ops/gateway is not trusted (ERR_TLS_CERT_ALTNAME_INVALID).\n' +
        'help: Set its certificate authority with --ca FILE, or the name in the certificate with --server-name.\n',
    );
    const wrong = await callGatewright(
      root,
      trusted.map((word) => word.replace('pass%2F', 'other-secret')),
    );
    expect(steady(wrong.stderr)).toBe(
      'error: https://HOST/ops/gateway requires authentication (401).\n' +
        'help: For a proxy with a password, write USER:PASSWORD@ before the host of --url.\n',
    );
  });
});

describe('a proxy before a gateway that serves files', () => {
  test('has only the digest told', full, async () => {
    const clone = await makeClone();
    const { adminUrl } = await serveCopy();
    await clone.write(definition, toCats);
    const port = await openProxy(adminUrl, createServer(), { via: '1.1 ops' });
    const url = `http://ada:pass%2Fword@127.0.0.1:${port}/ops/gateway`;
    const { code, json } = await asJson(clone.status(url, '--format', 'json'));
    expect({ code, json }).toMatchObject({
      code: 1,
      json: {
        same: false,
        changes: null,
        reason:
          'The gateway shows its table only on its own machine; run the command there, or through a tunnel that ends there.',
      },
    });
    const { stdout } = await clone.status(url);
    expect(stdout).toContain(
      '\nThe difference cannot be shown: The gateway shows its table only on its own machine',
    );
  });
});

describe('gatewright status cannot tell, with exit code 2,', () => {
  test.each([
    [
      'an address that is none',
      ['--url', '127.0.0.1:8244'],
      '--url is not the address of an admin listener.',
    ],
    ['another scheme', ['--url', 'ftp://a:b@host/'], '--url is not the address of an admin listener.'],
    [
      'a query',
      ['--url', 'http://127.0.0.1:1/?token=x'],
      'The address of an admin listener must not have a query or a fragment.',
    ],
    [
      'a password in the open',
      ['--url', 'http://a:secret@gateway.example.edu'],
      'A password must not go to http://gateway.example.edu, where everybody on the network could read it.',
    ],
    [
      'an authority without TLS',
      ['--url', 'http://127.0.0.1:1', '--ca', 'x'],
      '--ca and --server-name are for an address that begins with https://.',
    ],
    [
      'an authority that is not there',
      ['--url', 'https://127.0.0.1:1', '--ca', 'x'],
      'The certificate authority x cannot be read: the file does not exist.',
    ],
    [
      'an authority that is none',
      ['--url', 'https://127.0.0.1:1', '--ca', config],
      `The certificate authority ${config} does not contain a certificate in PEM.`,
    ],
    ['a format', ['--url', 'http://127.0.0.1:1', '--format', 'yaml'], 'Unknown format "yaml".'],
    [
      'a commit that is not known',
      ['--url', 'http://127.0.0.1:1', '--expect', 'mian'],
      'The repository knows no commit "mian".',
    ],
    [
      'what looks like an option of git',
      ['--url', 'http://127.0.0.1:1', '--expect=--all'],
      'The repository knows no commit "--all".',
    ],
    [
      'a configuration that is not in the commit',
      ['--url', 'http://127.0.0.1:1', '--expect', 'HEAD', '--config', 'other.yaml'],
      'The configuration other.yaml does not exist in HEAD.',
    ],
    [
      'a deployment that is not declared',
      ['--url', 'http://127.0.0.1:1', '--expect', 'HEAD', '--deployment', 'test'],
      `${config} has no deployment "test".`,
    ],
    [
      'nobody who listens',
      ['--url', 'http://127.0.0.1:1'],
      'No gateway responds at http://127.0.0.1:1 (ECONNREFUSED).',
    ],
  ])('of %s', full, async (_, words, message) => {
    const { root } = await makeClone();
    const { code, stdout, stderr } = await callGatewright(root, ['status', ...words]);
    expect({ code, stdout, error: stderr.split('\n')[0] }).toEqual({
      code: 2,
      stdout: '',
      error: `error: ${message}`,
    });
    expect(stderr).not.toMatch(/secret|token=x/);
  });

  test('of another deployment, and of a commit that does not compile', full, async () => {
    const clone = await makeClone();
    const { adminUrl } = await serveCopy();
    const { code, stderr } = await clone.status(adminUrl, '--deployment', 'qa');
    expect([code, steady(stderr)]).toEqual([
      2,
      'error: http://HOST serves the deployment production, not qa.\n' +
        'help: Set the deployment with --deployment, or another address with --url.\n',
    ]);
    await clone.commit(api, (text) => text.replace('published', 'publshed'));
    const broken = await clone.status(adminUrl, '--expect', 'main');
    expect([broken.code, steady(broken.stdout)]).toEqual([
      2,
      `http://HOST does not serve what main (COMMIT) declares.

  Serves  sha256:HEX
  Since   DATE
  APIs    1

The difference cannot be shown: What main declares does not compile.
`,
    ]);
    expect(broken.stderr).toContain('error invalid-value');
    expect(broken.stderr).toContain('error: A gateway cannot serve main, which does not compile.\n');
    const { code: jsonCode, json } = await asJson(clone.status(adminUrl, '--format', 'json'));
    expect([jsonCode, json]).toEqual([
      2,
      expect.objectContaining({
        running: expect.objectContaining({ digest: expect.any(String) }),
        expected: { name: 'the working tree' },
        same: false,
        changes: null,
        reason: 'What the working tree declares does not compile.',
      }),
    ]);
  });

  test('where there is no repository, and without one of the files on disk it can', full, async () => {
    const clone = await makeClone();
    const { adminUrl } = await serveCopy();
    await rm(join(clone.root, '.git'), { recursive: true });
    expect((await clone.status(adminUrl)).code).toBe(0);
    expect(await clone.status(adminUrl, '--expect', 'HEAD')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not in a git working tree.'),
    });
  });
});
