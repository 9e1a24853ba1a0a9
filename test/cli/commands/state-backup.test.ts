// @module-tag full
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Digest } from '#compiled/digest.ts';
import type { StoredGrant, TokenStore } from '#runtime/ports/token-store.ts';
import { openSqliteStore } from '#runtime/state/sqlite/sqlite-store.ts';
import { newDigest, newGrant } from '../../runtime/state/grants-in-test.ts';
import { start, writeSources } from '../../serve/running-gateway.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const soon = () => Date.now() / 1000 + 3600;

function open(...path: readonly string[]): TokenStore {
  const store = openSqliteStore(join(...path), Date.now);
  onTestFinished(() => store.close());
  return store;
}

async function modesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true });
  const modes = await Promise.all(
    ['.', ...entries].map(
      async (entry) => [entry, ((await stat(join(folder, entry))).mode & 0o777).toString(8)] as const,
    ),
  );
  return Object.fromEntries(modes.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

describe('gatewright state backup', () => {
  test('copies the state of a gateway that runs, for its owner alone', async () => {
    const { root } = await writeSources();
    await start({ root });
    const [grant, token] = [newGrant(), newDigest()];
    const until = soon();
    await open(root, '.gatewright/state.sqlite').openGrant(grant, token, { idleUntil: until, endsAt: until });
    await mkdir(join(root, '.gatewright/keys'));
    await writeFile(join(root, '.gatewright/keys/next.pem'), 'a key\n');
    await mkdir(join(root, '.gatewright/keys/folder.pem'));
    expect(await callGatewright(root, ['state', 'backup', 'backups/monday'])).toEqual({
      code: 0,
      stdout: 'Backed up the state database, the signing keys, and the TLS certificates to backups/monday.\n',
      stderr: '',
    });
    expect(await modesIn(join(root, 'backups/monday'))).toEqual({
      '.': '700',
      '.gitignore': '644',
      keys: '700',
      'keys/next.pem': '600',
      'signing-key.pem': '600',
      'state.sqlite': '600',
      tls: '700',
      'tls/ca.pem': '644',
      'tls/cert.pem': '644',
      'tls/key.pem': '600',
    });
    expect(await readdir(join(root, 'backups'))).toEqual(['monday']);
    {
      using copy = new DatabaseSync(join(root, 'backups/monday/state.sqlite'));
      expect(copy.prepare('SELECT * FROM listeners').all()).toEqual([]);
    }
    expect(await open(root, 'backups/monday/state.sqlite').findGrant(grant.id, token)).toEqual({
      grant,
      isCurrent: true,
      idleUntil: until,
    });
  });

  test('copies one moment, however much is written meanwhile', async () => {
    await using folder = await temporaryFolder({});
    const store = open(folder.path, 'state.sqlite');
    const pairs: (readonly [StoredGrant, StoredGrant, Digest])[] = [];
    const times = { idleUntil: soon(), endsAt: soon() };
    const writePair = async () => {
      const pair = [newGrant(), newGrant(), newDigest()] as const;
      pairs.push(pair);
      await store.openGrant(pair[0], pair[2], times);
      await store.openGrant(pair[1], pair[2], times);
    };
    await writePair();
    const words = ['state', 'backup', 'copy', '--state-dir', folder.path];
    const ended = new AbortController();
    const copying = callGatewright(folder.path, words).finally(() => ended.abort());
    while (!ended.signal.aborted) {
      await writePair();
      await new Promise(setImmediate);
    }
    expect(await copying).toMatchObject({ code: 0, stdout: 'Backed up the state database to copy.\n' });
    const copy = open(folder.path, 'copy/state.sqlite');
    const kept = await Promise.all(
      pairs.map(async ([first, second, token]) => [
        (await copy.findGrant(first.id, token)) !== undefined,
        (await copy.findGrant(second.id, token)) !== undefined,
      ]),
    );
    const beforeFirstGap = kept.findIndex(([first, second]) => !first || !second);
    expect(beforeFirstGap).toBeGreaterThan(0);
    expect(kept.slice(beforeFirstGap + 1).flat()).not.toContain(true);
    expect(kept[beforeFirstGap]?.[1]).toBe(false);
  });

  test.each([
    [
      'no configuration',
      [],
      'The configuration gateway.config.yaml does not exist.',
      'Write one with `gatewright init`, or name one with --config FILE.',
    ],
    [
      'no state folder',
      ['--state-dir', 'missing'],
      'The state folder FOLDER/missing does not exist.',
      'Set the state folder of the gateway with --state-dir DIR.',
    ],
    ['an empty folder', ['--state-dir', 'empty'], 'Nothing to back up in FOLDER/empty.', undefined],
    [
      'a foreign database',
      ['--state-dir', 'foreign'],
      'The state database FOLDER/foreign/state.sqlite cannot be used: it is not an SQLite database, or it is corrupted.',
      undefined,
    ],
    [
      'a foreign lock',
      ['--state-dir', 'locked'],
      'The lock FOLDER/locked/in-use.lock cannot be used: it is not an SQLite database, or it is corrupted.',
      undefined,
    ],
  ] as const)('makes nothing of %s', async (_, options, message, help) => {
    await using folder = await temporaryFolder({
      'foreign/state.sqlite': 'x'.repeat(2000),
      'empty/notes.txt': '',
      'locked/in-use.lock': 'x'.repeat(2000),
    });
    const { code, stdout, stderr } = await callGatewright(folder.path, [
      'state',
      'backup',
      'copy',
      ...options,
    ]);
    expect({ code, stdout, stderr: stderr.replaceAll(folder.path, 'FOLDER') }).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${message}\n${help === undefined ? '' : `help: ${help}\n`}`,
    });
    expect((await readdir(folder.path)).toSorted()).toEqual(['empty', 'foreign', 'locked']);
  });

  test('does not write over anything', async () => {
    await using folder = await temporaryFolder({ 'state/signing-key.pem': 'key', 'copy/note.txt': 'mine' });
    expect(await callGatewright(folder.path, ['state', 'backup', 'copy', '--state-dir', 'state'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${folder.path}/copy already exists.\nhelp: Use a new folder for each backup.\n`,
    });
    expect(await readdir(join(folder.path, 'copy'))).toEqual(['note.txt']);
  });

  test('makes no folder where there is a file', async () => {
    await using folder = await temporaryFolder({ 'state/signing-key.pem': 'key', 'note.txt': '' });
    const words = ['state', 'backup', 'note.txt/copy', '--state-dir', 'state'];
    expect(await callGatewright(folder.path, words)).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${folder.path}/note.txt cannot be read or written (there is a file of this name).\n`,
    });
  });
});
