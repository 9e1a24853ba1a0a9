import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFileIfPresent } from '#platform/files/read-file-if-present.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import { readOrMakeSigningKey } from '#platform/keys/own-secret-file.ts';
import { createSecretResolver } from '#platform/keys/secret-resolver.ts';
import { makeTestFolder } from './in-folder.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('a file written atomically', () => {
  test('has the mode that is asked for, or the one that it had', async () => {
    const file = join(await makeTestFolder(), 'file');
    await writeFileAtomically(file, 'one', 0o600);
    expect([await readFile(file, 'utf8'), await modeOf(file)]).toEqual(['one', '600']);
    await chmod(file, 0o640);
    await writeFileAtomically(file, 'two');
    expect([await readFile(file, 'utf8'), await modeOf(file)]).toEqual(['two', '640']);
  });

  test('leaves nothing beside it, also where it fails', async () => {
    const folder = await makeTestFolder();
    await writeFileAtomically(join(folder, 'file'), 'one');
    await mkdir(join(folder, 'taken'));
    await expect(writeFileAtomically(join(folder, 'taken'), 'two')).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(writeFileAtomically(join(folder, 'missing', 'file'), 'x')).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect((await readdir(folder)).toSorted()).toEqual(['file', 'taken']);
  });

  test('goes where a link leads', async () => {
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'file'), 'one');
    await symlink('file', join(folder, 'link'));
    await writeFileAtomically(join(folder, 'link'), 'two');
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('two');
  });
});

test('a file that is not there has no text', async () => {
  const folder = await makeTestFolder();
  expect(await readFileIfPresent(join(folder, 'missing'))).toBeUndefined();
  await expect(readFileIfPresent(folder)).rejects.toMatchObject({ code: 'EISDIR' });
});

describe('a secret', () => {
  test('is read from a variable or a file, without the line break at its end', async () => {
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'secret'), ' s3cret\n\r\n');
    const resolve = createSecretResolver(folder, { NAME: 'value\n' });
    expect(await resolve({ fromEnv: 'NAME' })).toBe('value\n');
    expect(await resolve({ fromFile: 'secret' })).toBe(' s3cret\n');
    expect(await resolve({ fromFile: join(folder, 'secret') })).toBe(' s3cret\n');
  });

  test('that cannot be read is named, and not shown', async () => {
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'empty'), '\n');
    const resolve = createSecretResolver(folder, { EMPTY: '' });
    await expect(resolve({ fromEnv: 'NAME' })).rejects.toThrow(
      'The environment variable NAME, which holds a secret, is not set: set it before the start.',
    );
    await expect(resolve({ fromEnv: 'EMPTY' })).rejects.toThrow('EMPTY');
    await expect(resolve({ fromFile: 'missing' })).rejects.toThrow(
      'The secret file missing cannot be read (the file does not exist): fix it, or name another file in the declarations.',
    );
    await expect(resolve({ fromFile: '.' })).rejects.toThrow(
      'The secret file . cannot be read (it is a folder): fix it, or name another file in the declarations.',
    );
    await expect(resolve({ fromFile: 'empty' })).rejects.toThrow('The secret file empty is empty.');
  });
});

test('a signing key is made once, for its owner only', async () => {
  const file = join(await makeTestFolder(), 'state', 'signing-key.pem');
  const made = await readOrMakeSigningKey(file);
  expect(made).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  expect(await modeOf(file)).toBe('600');
  expect(await readOrMakeSigningKey(file)).toBe(made);
});

test('two that make a signing key at once keep the same one', async () => {
  const folder = await makeTestFolder();
  for (let round = 0; round < 5; round++) {
    const file = join(folder, `${round}`, 'signing-key.pem');
    const keys = await Promise.all(Array.from({ length: 8 }, () => readOrMakeSigningKey(file)));
    expect(new Set(keys).size).toBe(1);
    expect(await readFile(file, 'utf8')).toBe(keys[0]);
  }
  expect(await readdir(join(folder, '0'))).toEqual(['signing-key.pem']);
});
