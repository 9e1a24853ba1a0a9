// @module-tag full
import { describe, expect, onTestFinished, test } from 'vitest';
import { callGatewright } from '../call-gatewright.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

/** Two conventions, one of which refers to a file beside it, and one error whatever the set of rules. */
const definition = `openapi: 3.0.3
info: { title: Dogs, version: "1" }
paths:
  /parkDogs:
    get:
      responses:
        "200":
          description: OK
          content: { application/json: { schema: { $ref: ../common/dog.yaml } } }
    delete:
      responses:
        "204":
          description: Gone
          content: { application/json: { schema: { type: string } } }
`;
const files = {
  'api/openapi.yaml': definition,
  'api/cats.json': JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Cats', version: '1' },
    paths: { '/fatCats': { delete: { responses: { 200: { description: 'OK' } } } } },
  }),
  'common/dog.yaml': 'type: object\nproperties: { birthDate: { type: string, example: "2020-01-01" } }\n',
  'notes.yaml': 'title: Not an OpenAPI document.\n',
};
const ofDogs = [
  'api/openapi.yaml:4 warning path-snake-case',
  'api/openapi.yaml:14 error no-content-body',
  'common/dog.yaml:1 info links-self',
  'common/dog.yaml:2 warning date-time-format',
];
const ofCats = ['api/cats.json:1 warning path-snake-case', 'api/cats.json:1 warning method-responses'];
const all = [...ofCats, ...ofDogs];
const errors = ofDogs.filter((one) => one.includes(' error '));

/** The documents in a git repository. */
async function folderOf(more: Readonly<Record<string, string>> = {}): Promise<TemporaryFolder> {
  const folder = await temporaryFolder({ '.git/HEAD': '', ...files, ...more });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder;
}

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly at: { readonly file: string; readonly line: number };
  }[];
}

async function lint(folder: TemporaryFolder, words: readonly string[]) {
  const { code, stdout, stderr } = await callGatewright(folder.path, ['lint', '--format', 'json', ...words]);
  const { diagnostics } = JSON.parse(stdout || '{"diagnostics":[]}') as Report;
  const found = diagnostics.map(
    ({ code: rule, severity, at }) => `${at.file}:${at.line} ${severity} ${rule}`,
  );
  return { code, found, stderr };
}

describe('gatewright lint of documents without a project', () => {
  test.each([
    ['one document by the set `recommended`', ['api/openapi.yaml'], ofDogs],
    ['several', ['api/openapi.yaml', 'api/cats.json'], all],
    ['one that is named twice', ['api/openapi.yaml', './api/openapi.yaml', 'api'], all],
    ['those of a folder', ['.'], all],
    ['those of a folder below', ['api/'], all],
    ['those that a glob finds', ['**/*.{yaml,json}'], all],
    ['those that a glob with a single star finds', ['*/*.json'], ofCats],
    ['without conventions', ['--extends', 'minimal', 'api'], errors],
    ['without rules', ['--rule', '*=off', 'api'], []],
    ['by one rule alone', ['--rule', 'no-content-body=error', '--rule', '*=off', 'api'], errors],
    [
      'without the rules of a pattern',
      ['--rule', '*-*=off', '--rule', 'links-*=warning', 'api/cats.json'],
      [],
    ],
  ])('checks %s', async (_title, words, found) => {
    const folder = await folderOf();
    const result = await lint(folder, words);
    expect([result.found, result.code]).toEqual([
      found,
      found.length > ofCats.length || found === errors ? 1 : 0,
    ]);
  });

  test('may be served by a gateway that takes other credentials', async () => {
    const scheme = '  securitySchemes: { password: { type: http, scheme: basic } }\n';
    const folder = await folderOf({
      'basic.yaml': `openapi: 3.0.3\ninfo: { title: Dogs, version: "1" }\npaths: {}\ncomponents:\n${scheme}`,
    });
    const words = ['--rule', '*=off', '--rule', 'security-bearer=error', 'basic.yaml'];
    expect(await lint(folder, ['basic.yaml'])).toMatchObject({
      code: 0,
      found: ['basic.yaml:5 warning security-bearer'],
    });
    expect(await lint(folder, words)).toMatchObject({
      code: 1,
      found: ['basic.yaml:5 error security-bearer'],
    });
    expect(await lint(folder, words.toSpliced(2, 2))).toMatchObject({ code: 0, found: [] });
  });

  test('takes a stricter set', async () => {
    const { found } = await lint(await folderOf(), ['--extends', 'strict', 'api/cats.json']);
    expect(found).toEqual(ofCats.map((one) => one.replace('warning', 'error')));
  });

  test('fails on the warnings of all documents', async () => {
    const { code, stderr } = await lint(await folderOf(), ['--max-warnings', '1', 'api/cats.json']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('more than the 1 warnings')]);
  });

  test.each([
    [['dogs.yaml'], 'error: dogs.yaml does not exist.\n'],
    [['*.yml'], 'error: No file matches *.yml.\n'],
    [['common'], 'error: common contains no OpenAPI document.\n'],
    [['*.yaml'], 'error: *.yaml finds no OpenAPI document.\n'],
    [['-', 'api'], 'error: Standard input and other documents cannot be combined.\n'],
    [['--staged', 'api'], 'error: A document and --staged cannot be combined.\n'],
    [['--extends', 'lax', 'api'], 'error: Unknown set of rules "lax".\n'],
    [['--rule', 'dogs-*=off', 'api'], 'error: No rule matches "dogs-*".\n'],
  ])('refuses %j', async (words, message) => {
    const { code, found, stderr } = await lint(await folderOf(), words);
    expect([code, found, stderr.replace(/help: .*\n/, '')]).toEqual([2, [], message]);
  });
});

describe('a configuration of lint alone', () => {
  test('gives documents their settings, from above and for some files', async () => {
    const config =
      'format: 1\nlint:\n  extends: minimal\n  overrides: [{ files: [api/*.json], rules: { method-responses: error } }]\n';
    const folder = await folderOf({ 'gateway.config.yaml': config });
    expect((await lint(folder, ['.'])).found).toEqual(['api/cats.json:1 error method-responses', ...errors]);
    const below = await callGatewright(`${folder.path}/api`, ['lint', 'cats.json']);
    expect([below.code, below.stdout]).toEqual([1, expect.stringContaining('cats.json:1:')]);
    expect(below.stderr).toContain('with the settings of ../gateway.config.yaml');
  });

  test.each([
    [
      'kind: Gateway\nformat: 1\nlint: { rules: { path-snak-case: "off" } }\n',
      'gateway.config.yaml:3 error lint-rules',
    ],
    ['{ format: 1, lint: { rules: { path-snak-case: "off" } } }\n', 'gateway.config.yaml:1 error lint-rules'],
    ['format: 1\nlint: { extend: minimal }\n', 'gateway.config.yaml:2 error unknown-key'],
  ])('has its own mistakes reported: %j', async (config, finding) => {
    const { code, found } = await lint(await folderOf({ 'gateway.config.yaml': config }), ['api/cats.json']);
    expect([code, found.map((one) => one.replace(/ error .*/, ' error'))]).toEqual([
      1,
      expect.arrayContaining([finding.replace(/ error .*/, ' error')]),
    ]);
  });

  test('declares nothing that could be checked', async () => {
    const folder = await folderOf({ 'gateway.config.yaml': 'format: 1\nlint: { extends: minimal }\n' });
    const { code, stderr } = await callGatewright(folder.path, ['lint']);
    expect([code, stderr]).toEqual([
      2,
      'error: gateway.config.yaml contains settings of lint alone.\nhelp: Name the OpenAPI documents to check: gatewright lint openapi.yaml.\n',
    ]);
  });
});

describe('suppressions without a project', () => {
  const ignored = '- { rule: no-content-body, file: openapi.yaml, pointer: /paths, reason: old clients }\n';

  test.each(['.', 'api', 'common'])('are taken from beside the document, in %s', async (cwd) => {
    const folder = await folderOf({ 'api/gatewright-ignore.yaml': ignored });
    const { code, stderr } = await callGatewright(`${folder.path}/${cwd}`, ['lint', `${folder.path}/api`]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 finding is suppressed.')]);
  });

  test('are taken from a folder above, up to the current one', async () => {
    const above = ignored.replace('openapi.yaml', 'api/openapi.yaml');
    const folder = await folderOf({ 'gatewright-ignore.yaml': above });
    expect((await lint(folder, ['api/openapi.yaml'])).code).toBe(0);
  });

  test('have their mistakes reported in their own file', async () => {
    const folder = await folderOf({ 'api/gatewright-ignore.yaml': ignored.replace('body', 'bdy') });
    expect((await lint(folder, ['api'])).found).toContain(
      'api/gatewright-ignore.yaml:1 error suppression-rule',
    );
  });

  test('are written as a baseline beside the documents, one after the other', async () => {
    const folder = await folderOf();
    for (const document of ['api/openapi.yaml', 'api/cats.json']) {
      const { stderr } = await lint(folder, ['--write-baseline', document]);
      expect(stderr).toContain('to api/gatewright-baseline.json.\n');
    }
    expect((await lint(folder, ['api'])).found).toEqual([]);
    const fromBelow = await callGatewright(`${folder.path}/api`, ['lint', 'openapi.yaml', 'cats.json']);
    expect([fromBelow.code, fromBelow.stderr]).toEqual([0, expect.stringContaining('in the baseline')]);
    await folder.write('api/openapi.yaml', definition.replace('/parkDogs', '/dogs'));
    const { stderr } = await lint(folder, ['--prune', 'api/openapi.yaml']);
    expect(stderr).toContain('Removed 1 finding from api/gatewright-baseline.json.\n');
    expect((await lint(folder, ['api'])).found).toEqual([]);
  });
});

test('fixes documents where it can, and says what is left', async () => {
  const folder = await folderOf();
  const { stdout } = await runGatewright(folder.path, ['lint', 'api']);
  expect(stdout).toContain('; `gatewright lint api --fix` fixes 1 of them');
  const fixed = await lint(folder, ['--fix', 'api']);
  expect(fixed.stderr).toContain(
    'Fixed 1 finding in 1 file. The other 5 findings have no fix that keeps the contract.\n',
  );
  expect(await folder.read('common/dog.yaml')).toContain('format: date');
  const again = await lint(folder, ['--fix', 'api']);
  expect(again.stderr).toContain(
    'Nothing to fix: none of the 5 findings has a fix that keeps the contract.\n',
  );
});

describe('no report names a file that does not exist', () => {
  const large =
    'openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: { /a: { $ref: ../../outside.yaml } }\n';
  const words = ['api', 'large.yaml', '--fix'];

  test.each(['human', 'json', 'sarif', 'junit', 'github', 'gitlab', 'markdown'])('%s', async (format) => {
    const folder = await folderOf({ 'large.yaml': large, 'api/empty.yaml': 'openapi: 3.0.3\n' });
    const summary = `${folder.path}/summary.md`;
    const env = { GITHUB_STEP_SUMMARY: summary };
    const { stdout, stderr } = await runGatewright(folder.path, ['lint', '--format', format, ...words], env);
    const said = stdout + stderr + (format === 'github' ? await folder.read('summary.md') : '');
    expect(said).not.toMatch(/gateway\.config|gatewright-(?!ignore)|undefined/);
    expect(stdout).toContain('openapi.yaml');
    if (format !== 'junit') return;
    expect([...stdout.matchAll(/<testsuite name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'api/cats.json',
      'api/empty.yaml',
      'api/openapi.yaml',
      'common/dog.yaml',
      'large.yaml',
    ]);
  });
});
