// @module-tag full
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '#runtime/state/sqlite/sqlite-store.ts';
import { lockStateFolder } from '#serve/services/lock-state-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import { newDigest, newGrant } from '../../runtime/state/grants-in-test.ts';
import { openElsewhere } from '../../runtime/state/open-elsewhere.ts';
import { fetchToken, send, start, writeSources } from '../../serve/running-gateway.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { full } from '../../full-run.ts';

const soon = () => Date.now() / 1000 + 3600;

/** A state folder with a grant, and a backup of it from before a second grant. */
async function makeBackup() {
  const folder = await temporaryFolder({ 'state/signing-key.pem': 'first\n' });
  const file = join(folder.path, 'state/state.sqlite');
  const [kept, later, token] = [newGrant(), newGrant(), newDigest()];
  const times = { idleUntil: soon(), endsAt: soon() };
  const store = openSqliteStore(file, Date.now);
  await store.openGrant(kept, token, times);
  await callGatewright(folder.path, ['state', 'backup', 'backup', '--state-dir', 'state']);
  await store.openGrant(later, token, times);
  await store.close();
  await folder.write('state/signing-key.pem', 'second\n');
  const restore = (...words: readonly string[]) =>
    callGatewright(folder.path, ['state', 'restore', 'backup', '--state-dir', 'state', ...words]);
  /** Which of the two grants the state folder knows. */
  const known = async () => {
    const opened = openSqliteStore(file, Date.now);
    const found = await Promise.all([kept, later].map(({ id }) => opened.findGrant(id, token)));
    await opened.close();
    return found.map((grant) => grant !== undefined);
  };
  return { folder, file, restore, known, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const restored = {
  code: 0,
  stdout: 'Restored the state database and the signing keys from backup.\n',
  stderr: '',
};

describe('gatewright state restore', () => {
  test('puts back what was backed up, and leaves the rest of the folder alone', async () => {
    await using backup = await makeBackup();
    await backup.folder.write('state/audit.jsonl', 'kept\n');
    await chmod(join(backup.folder.path, 'backup/state.sqlite'), 0o644);
    expect(await backup.known()).toEqual([true, true]);
    expect(await backup.restore()).toEqual(restored);
    expect(await backup.known()).toEqual([true, false]);
    expect(await backup.folder.read('state/signing-key.pem')).toBe('first\n');
    expect((await readdir(join(backup.folder.path, 'state'))).toSorted()).toEqual([
      'audit.jsonl',
      'in-use.lock',
      'signing-key.pem',
      'state.sqlite',
    ]);
    expect((await stat(backup.file)).mode & 0o777).toBe(0o600);
  });

  test('creates a missing state folder, and takes a backup that cannot be written', async () => {
    await using backup = await makeBackup();
    const state = join(backup.folder.path, 'state');
    await rm(state, { recursive: true });
    const before = await readdir(join(backup.folder.path, 'backup'));
    expect(await backup.restore()).toEqual(restored);
    expect(await backup.known()).toEqual([true, false]);
    expect((await stat(state)).mode & 0o777).toBe(0o700);
    expect(await readdir(join(backup.folder.path, 'backup'))).toEqual(before);
  });

  test('finishes a restore that was aborted', async () => {
    await using backup = await makeBackup();
    const left = await openElsewhere(`${backup.file}.restored`);
    await left.openGrant(newGrant(), newDigest(), { idleUntil: soon(), endsAt: soon() });
    await left.kill();
    expect(await readdir(join(backup.folder.path, 'state'))).toContain('state.sqlite.restored-wal');
    expect(await backup.restore()).toEqual(restored);
    expect(await backup.known()).toEqual([true, false]);
    expect((await readdir(join(backup.folder.path, 'state'))).toSorted()).toEqual([
      'in-use.lock',
      'signing-key.pem',
      'state.sqlite',
    ]);
  });

  test('replaces a damaged database, and one whose process was killed', async () => {
    await using backup = await makeBackup();
    const store = await openElsewhere(backup.file);
    await store.claim(newDigest(), soon());
    await store.kill();
    expect(await readdir(join(backup.folder.path, 'state'))).toContain('state.sqlite-wal');
    expect(await backup.restore()).toEqual(restored);
    expect(await readdir(join(backup.folder.path, 'state'))).not.toContain('state.sqlite-wal');
    expect(await backup.known()).toEqual([true, false]);
    await writeFile(backup.file, 'damaged'.repeat(1000));
    expect(await backup.restore()).toEqual(restored);
    expect(await backup.known()).toEqual([true, false]);
  });

  test.each(['sqlite', 'memory'])(
    'refuses while a gateway with its state in %s runs',
    full,
    async (store) => {
      const { root, write } = await writeSources();
      await write('gateway.config.yaml', (text) => `${text}state: { store: ${store} }\n`);
      const gateway = await start({ root, plainHttp: true });
      expect(await callGatewright(root, ['state', 'backup', 'copy'])).toMatchObject({ code: 0 });
      const refused = {
        code: 2,
        stdout: '',
        stderr: `error: The state folder ${join(root, '.gatewright')} is in use.\nhelp: Stop the gateway, then restore.\n`,
      };
      expect(await callGatewright(root, ['state', 'restore', 'copy'])).toEqual(refused);
      await gateway.close();
      expect(await callGatewright(root, ['state', 'restore', 'copy'])).toMatchObject({ code: 0 });
    },
  );

  test('keeps a gateway from starting meanwhile', full, async () => {
    const { root } = await writeSources();
    await mkdir(join(root, '.gatewright'));
    using restoring = new DisposableStack();
    restoring.use(await lockStateFolder(join(root, '.gatewright'), 'exclusive'));
    await expect(start({ root, plainHttp: true })).rejects.toThrow(
      `The state folder ${join(root, '.gatewright')} is being restored: start the gateway when this is complete.`,
    );
    expect(await callGatewright(root, ['state', 'backup', 'copy'])).toMatchObject({
      code: 2,
      stderr: `error: The state folder ${join(root, '.gatewright')} is being restored.\nhelp: Try again when the restore is complete.\n`,
    });
  });

  test('moves a gateway to another folder, where the tokens from before are good', full, async () => {
    const { root } = await writeSources();
    const port = await freePort();
    const first = await start({ root, port });
    const token = await fetchToken(first.gatewayUrl, await readCa(root));
    await callGatewright(root, ['state', 'backup', 'copy']);
    await first.close();
    const ca = await readCa(root);
    await rm(join(root, '.gatewright'), { recursive: true });
    await callGatewright(root, ['state', 'restore', 'copy']);
    const second = await start({ root, port });
    const headers = { authorization: `Bearer ${token}` };
    expect(await send(`${second.gatewayUrl}/dog_park/v1/dogs`, { ca, headers })).toMatchObject({
      status: 502,
    });
  });

  test.each([
    ['a folder that is missing', 'missing', 'The folder FOLDER/missing does not exist.'],
    ['a file', 'note.txt', 'FOLDER/note.txt is not a folder.'],
    ['a folder of other things', 'other', "FOLDER/other is not a backup of a gateway's state."],
    ['the state folder', 'state', 'FOLDER/state is the state folder itself, not a backup of it.'],
    [
      'a damaged backup',
      'damaged',
      'The state database FOLDER/damaged/state.sqlite cannot be used: it is corrupted.',
    ],
    [
      'a backup of a later version',
      'later',
      'The state database FOLDER/later/state.sqlite cannot be used: it has version 2 and was written by a later Gatewright; this one supports version 1.',
    ],
  ])('changes nothing by %s', async (_, name, message) => {
    await using backup = await makeBackup();
    const { folder } = backup;
    await folder.write('note.txt', '');
    await folder.write('other/note.txt', '');
    for (const copy of ['damaged', 'later'])
      await cp(join(folder.path, 'backup'), join(folder.path, copy), { recursive: true });
    const damaged = await readFile(join(folder.path, 'damaged/state.sqlite'));
    // A page that no statement of the gateway has a reason to read at its start.
    await writeFile(join(folder.path, 'damaged/state.sqlite'), damaged.fill(0xa5, 8192, 12_288));
    {
      using later = new DatabaseSync(join(folder.path, 'later/state.sqlite'));
      later.exec('PRAGMA user_version = 2');
    }
    const result = await callGatewright(folder.path, ['state', 'restore', name, '--state-dir', 'state']);
    const stderr = result.stderr.replaceAll(folder.path, 'FOLDER');
    expect({ ...result, stderr }).toEqual({ code: 2, stdout: '', stderr: `error: ${message}\n` });
    expect(await folder.read('state/signing-key.pem')).toBe('second\n');
    expect(await backup.known()).toEqual([true, true]);
    expect((await readdir(join(folder.path, 'state'))).filter((file) => file !== 'in-use.lock')).toEqual([
      'signing-key.pem',
      'state.sqlite',
    ]);
  });
});

function readCa(root: string): Promise<string> {
  return readFile(join(root, '.gatewright/tls/ca.pem'), 'utf8');
}
