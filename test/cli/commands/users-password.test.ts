import { parse, parseAllDocuments } from 'yaml';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { parseArgon2id, verifyArgon2id } from '#runtime/identity/argon2id.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

const password = 'another horse battery staple';
const ada = cleanSources['users/ada.yaml'] ?? '';
const before = (parse(ada) as { readonly passwordDigest: string }).passwordDigest;
const digestForm = /\$argon2id\$[\w=,$+/]+/g;
const timeForm = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;
const next =
  'Next: as soon as a gateway serves this, the new password works, and all sessions and tokens of ada end.\n';

const call = (folder: TemporaryFolder, words: readonly string[], input = `${password}\n`) =>
  callGatewright(folder.path, ['users', 'password', ...words], {}, input);

/** The file with `DIGEST` and `TIME` where those are. */
const mask = (text: string) => text.replaceAll(digestForm, 'DIGEST').replaceAll(timeForm, 'TIME');

function isPassword(digest: string | undefined): Promise<boolean> | undefined {
  const parsed = digest === undefined ? undefined : parseArgon2id(digest);
  return parsed && verifyArgon2id(password, parsed);
}

const written = {
  'below the other members': [
    `# Ada.\nkind: User\nname: ada # who\npasswordDigest: ${before} # old\n# the end\n`,
    '# Ada.\nkind: User\nname: ada # who\npasswordDigest: DIGEST # old\ntokensNotBefore: TIME\n# the end\n',
  ],
  'where they are': [
    `tokensNotBefore: 2020-01-01T00:00:00Z # since\r\nkind:   User\r\nname:   'ada'\r\npasswordDigest: '${before}'\r\n`,
    "tokensNotBefore: TIME # since\r\nkind:   User\r\nname:   'ada'\r\npasswordDigest: DIGEST\r\n",
  ],
  'in a mapping on one line': [
    `{ kind: User, name: ada, passwordDigest: '${before}' }\n`,
    '{ kind: User, name: ada, passwordDigest: DIGEST, tokensNotBefore: TIME }\n',
  ],
  'in one of several documents': [
    `kind: User\nname: bob\npasswordDigest: ${before}\n--- # next\nkind: User\nname: ada\npasswordDigest: ${before}\n---\nkind: Tier\nname: another\n`,
    'kind: User\nname: bob\npasswordDigest: DIGEST\n--- # next\nkind: User\nname: ada\npasswordDigest: DIGEST\ntokensNotBefore: TIME\n---\nkind: Tier\nname: another\n',
  ],
} as const;

describe.concurrent('gatewright users password', () => {
  test.each(Object.entries(written))('writes the digest and the time %s', async (_, [text, expected]) => {
    await using folder = await temporaryFolder({ ...cleanSources, 'users/ada.yaml': text });
    expect(await call(folder, ['ada'])).toEqual({
      code: 0,
      stdout: 'changed users/ada.yaml\n',
      stderr: next,
    });
    const after = await folder.read('users/ada.yaml');
    expect(mask(after).replaceAll("'DIGEST'", 'DIGEST')).toBe(expected);
    const digests = parseAllDocuments(after).map((document) => document.toJS() as Record<string, string>);
    expect(await isPassword(digests.find(({ name }) => name === 'ada')?.['passwordDigest'])).toBe(true);
    expect(
      digests.filter(({ name }) => name === 'bob').every((bob) => bob['passwordDigest'] === before),
    ).toBe(true);
    expect(await callGatewright(folder.path, ['lint', '--max-warnings', '0'])).toMatchObject({ code: 0 });
  });

  test('keeps JSON what it is', async () => {
    const json = `{\n  "kind": "User",\n  "name": "ada",\n  "passwordDigest": "${before}"\n}\n`;
    await using folder = await temporaryFolder({ ...cleanSources, 'users/ada.yaml': json });
    expect(await call(folder, ['ada'])).toEqual({
      code: 0,
      stdout: 'changed users/ada.yaml\n',
      stderr: next,
    });
    expect(mask(await folder.read('users/ada.yaml'))).toBe(
      '{\n  "kind": "User",\n  "name": "ada",\n  "passwordDigest": "DIGEST",\n  "tokensNotBefore": "TIME"\n}\n',
    );
  });

  test('keeps a time that is later than now', async () => {
    const later = '2999-01-01T00:00:00Z';
    await using folder = await temporaryFolder({
      ...cleanSources,
      'users/ada.yaml': `${ada}tokensNotBefore: ${later}\n`,
    });
    expect(await call(folder, ['ada'])).toMatchObject({ code: 0 });
    expect(await folder.read('users/ada.yaml')).toContain(`tokensNotBefore: ${later}\n`);
  });

  test.each([
    ['a short password', ada, ['ada'], 'eleven char\n', 'A password has at least 12 characters.'],
    ['no password', ada, ['ada'], '', 'The password is missing.'],
    ['a name that is not declared', ada, ['aba'], `${password}\n`, 'The user "aba" is not declared.'],
    [
      'a declaration with errors',
      `${ada}state: asleep\n`,
      ['ada'],
      `${password}\n`,
      'The declaration of the user ada has errors.',
    ],
    [
      'a digest that is used elsewhere',
      `kind: User\nname: ada\ndisplayName: &digest ${before}\npasswordDigest: *digest\n`,
      ['ada'],
      `${password}\n`,
      'users/ada.yaml must be edited by hand: The value at /passwordDigest is an alias, so it has to be edited by hand.',
    ],
  ])('refuses %s, and writes nothing', async (_, text, words, input, message) => {
    await using folder = await temporaryFolder({ ...cleanSources, 'users/ada.yaml': text });
    const { code, stdout, stderr } = await call(folder, words, input);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(`error: ${message}`);
    expect(await folder.read('users/ada.yaml')).toBe(text);
  });
});
