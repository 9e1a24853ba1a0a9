import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ada = cleanSources['users/ada.yaml'] ?? '';
const mask = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME');

describe.concurrent('gatewright users disable, enable and list', () => {
  test('change the state, and refuse what was issued before', async () => {
    await using folder = await temporaryFolder();
    expect(await callGatewright(folder.path, ['users', 'disable', 'ada'])).toEqual({
      code: 0,
      stdout: 'changed users/ada.yaml\n',
      stderr:
        'Next: as soon as a gateway serves this, ada cannot log in, and all sessions and tokens of ada end.\n',
    });
    expect(mask(await folder.read('users/ada.yaml'))).toBe(`${ada}state: disabled\ntokensNotBefore: TIME\n`);
    expect(await callGatewright(folder.path, ['users', 'enable', 'ada'])).toEqual({
      code: 0,
      stdout: 'changed users/ada.yaml\n',
      stderr:
        'Next: as soon as a gateway serves this, ada can log in; sessions and tokens from before stay refused.\n',
    });
    expect(mask(await folder.read('users/ada.yaml'))).toBe(`${ada}state: active\ntokensNotBefore: TIME\n`);
    expect(await callGatewright(folder.path, ['lint', '--max-warnings', '0'])).toMatchObject({ code: 0 });
  });

  test('list names for pages without what would steer a terminal', async () => {
    await using folder = await temporaryFolder();
    const escapes = 'Ada \u001b]0;owned\u0007\u009b31m\u202e';
    await folder.write('users/ada.yaml', `${ada}displayName: ${JSON.stringify(escapes)}\n`);
    const { code, stdout } = await callGatewright(folder.path, ['users', 'list']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Ada \ufffd]0;owned\ufffd\ufffd31m\ufffd')]);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
  });

  test('write nothing where the state is declared already', async () => {
    await using folder = await temporaryFolder();
    expect(await callGatewright(folder.path, ['users', 'enable', 'ada'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'The user ada is active already; nothing was written.\n',
    });
    expect(await folder.read('users/ada.yaml')).toBe(ada);
  });

  test('know declared users only', async () => {
    await using folder = await temporaryFolder();
    const { code, stderr } = await callGatewright(folder.path, ['users', 'disable', 'eve']);
    expect(code).toBe(2);
    expect(stderr.split('\n')[0]).toBe('error: The user "eve" is not declared.');
  });

  test('show the users without their digests', async () => {
    const bob = `${ada.replace('name: ada', 'name: bob')}state: disabled\ntokensNotBefore: 2026-01-31T12:00:00Z\n`;
    await using folder = await temporaryFolder({ ...cleanSources, 'users/bob.yaml': bob });
    const table = await callGatewright(folder.path, ['users', 'list']);
    const { stdout } = await callGatewright(folder.path, ['users', 'list', '--format', 'json']);
    expect(table).toEqual({
      code: 0,
      stdout:
        '  User  On pages  State     Tokens not before     File\n' +
        '  ada   ada       active    -                     users/ada.yaml\n' +
        '  bob   bob       disabled  2026-01-31T12:00:00Z  users/bob.yaml\n',
      stderr: '',
    });
    const time = { tokensNotBefore: '2026-01-31T12:00:00Z' };
    expect(JSON.parse(stdout)).toEqual({
      users: [
        { name: 'ada', state: 'active', file: 'users/ada.yaml' },
        { name: 'bob', state: 'disabled', ...time, file: 'users/bob.yaml' },
      ],
    });
  });
});
