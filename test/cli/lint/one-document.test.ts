import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { definitionFile } from '#compiler/rule/example-edits.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const definition = `openapi: 3.0.3
info: { title: Dogs, version: "1" }
paths:
  /parkDogs:
    get:
      responses:
        "200":
          description: OK
          content: { application/json: { schema: { $ref: ./dog.yaml } } }
`;
const files = {
  'api/openapi.yaml': definition,
  'api/dog.yaml': 'type: object\nproperties: { birthDate: { type: string, example: "2020-01-01" } }\n',
};

const allFindings = [
  'api/dog.yaml:1 links-self',
  'api/dog.yaml:2 date-time-format',
  'api/openapi.yaml:4 path-snake-case',
];

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly at: { readonly file: string; readonly line: number };
  }[];
}

/** The findings of a document, `file:line code`, and what the command says beside them. */
async function lintDocument(words: readonly string[], input?: string) {
  await using folder = await temporaryFolder(files);
  const said = ['lint', '--format', 'json', ...words];
  const { code, stdout, stderr } = await callGatewright(folder.path, said, {}, input);
  const { diagnostics } = JSON.parse(stdout || '{"diagnostics":[]}') as Report;
  return { code, found: diagnostics.map(({ code: rule, at }) => `${at.file}:${at.line} ${rule}`), stderr };
}

const alone = (name: string) =>
  `Checked ${name} alone, without a configuration: by the rules for documents of the set \`recommended\`. --extends minimal leaves out conventions of design.\n`;

describe('gatewright lint FILE', () => {
  test('checks a document and the files that it refers to, without a configuration', async () => {
    expect(await lintDocument(['api/openapi.yaml'])).toEqual({
      code: 0,
      found: allFindings,
      stderr: alone('api/openapi.yaml'),
    });
  });

  test('reads standard input, which has the name and the references of a file', async () => {
    const found = await lintDocument(['--stdin-filename', 'api/new.yaml', '-'], definition);
    expect(found).toEqual({
      code: 0,
      found: allFindings.map((one) => one.replace('openapi.yaml', 'new.yaml')),
      stderr: alone('api/new.yaml'),
    });
  });

  test('reads JSON on standard input', async () => {
    const text = '{"openapi":"3.0.3","info":{"title":"Dogs","version":"1"},"paths":{"/parkDogs":{}}}';
    expect(await lintDocument(['-'], text)).toEqual({
      code: 0,
      found: ['stdin.json:1 path-snake-case'],
      stderr: alone('stdin.json'),
    });
  });

  test('fixes the document', async () => {
    await using folder = await temporaryFolder(files);
    await callGatewright(folder.path, ['lint', '--fix', 'api/openapi.yaml']);
    expect(await folder.read('api/dog.yaml')).toContain('format: date');
  });

  test('takes the settings, overrides and suppressions of the project around it', async () => {
    const config =
      "kind: Gateway\nformat: 1\norganisation: Example\ndeployments: { production: { gatewayUrl: 'https://api.example.edu' } }\nlint:\n  rules: { links-self: 'off' }\n  overrides: [{ files: [api/dog.yaml], rules: { date-time-format: info } }]\n";
    const ignored =
      '- { rule: path-snake-case, file: api/openapi.yaml, pointer: /paths, reason: known }\n- { rule: path-plural, file: api/cats.yaml, pointer: /paths, reason: of another document }\n';
    await using folder = await temporaryFolder({
      ...files,
      '.git/HEAD': 'ref: refs/heads/main\n',
      'gateway.config.yaml': config,
      'gatewright-ignore.yaml': ignored,
    });
    const words = ['lint', '--format', 'json', 'api/openapi.yaml'];
    const { code, stdout, stderr } = await callGatewright(folder.path, words);
    const { diagnostics } = JSON.parse(stdout) as Report;
    const found = diagnostics.map(
      ({ code: rule, severity, at }) => `${at.file}:${at.line} ${severity} ${rule}`,
    );
    expect({ code, found, stderr }).toEqual({
      code: 0,
      found: ['api/dog.yaml:2 info date-time-format'],
      stderr:
        'Checked api/openapi.yaml alone, with the settings and suppressions of gateway.config.yaml: by the rules for documents, not those for declarations.\n1 finding is suppressed.\n',
    });
  });

  test.each([
    [['api/cats.yaml'], 'error: api/cats.yaml does not exist.\n'],
    [['--staged', 'api/openapi.yaml'], 'error: A document and --staged cannot be combined.\n'],
    [['--fix', '-'], 'error: --fix cannot write to standard input.\n'],
    [
      ['--stdin-filename', 'a.yaml'],
      'error: --stdin-filename is for a document on standard input: gatewright lint -.\n',
    ],
  ])('refuses %j', async (words, stderr) => {
    expect(await lintDocument(words)).toEqual({ code: 2, found: [], stderr });
  });
});

describe('a document that cannot be read', () => {
  const utf16 = new Uint8Array(Buffer.from(`\uFEFF${definition}`, 'utf16le'));
  const latin1 = new Uint8Array(Buffer.from('info: { title: Café }', 'latin1'));

  test.each([
    ['UTF-16', utf16],
    ['Latin-1', latin1],
  ])('is an error: %s', async (_encoding, bytes) => {
    await using folder = await temporaryFolder({});
    await folder.write('openapi.yaml', bytes);
    const words = ['lint', '--format', 'json', 'openapi.yaml'];
    const { code, stdout } = await callGatewright(folder.path, words);
    expect([code, (JSON.parse(stdout) as Report).diagnostics]).toEqual([
      1,
      [expect.objectContaining({ message: 'openapi.yaml is not encoded in UTF-8.' })],
    ]);
    const shown = await callGatewright(folder.path, ['lint', 'openapi.yaml']);
    expect(shown.stdout).toContain('openapi.yaml:1:1');
  });

  test('is an error on standard input', async () => {
    await using folder = await temporaryFolder({});
    const { code, stdout } = await callGatewright(folder.path, ['lint', '-'], {}, latin1);
    expect([code, stdout]).toEqual([1, expect.stringContaining('stdin.yaml is not encoded in UTF-8.')]);
  });

  test('is an error in a project', async () => {
    await using folder = await temporaryFolder({ ...cleanSources, '.git/HEAD': 'ref: refs/heads/main\n' });
    await folder.write(definitionFile, utf16);
    const { code, stdout } = await callGatewright(folder.path, ['lint', definitionFile]);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`${definitionFile}:1:1`)]);
  });

  test('is an error if it is too large', async () => {
    const config =
      "kind: Gateway\nformat: 1\norganisation: Example\ndeployments: { production: { gatewayUrl: 'https://api.example.edu' } }\nsizes: { definitionBytes: 1024 }\n";
    const around = { '.git/HEAD': 'ref: refs/heads/main\n', 'gateway.config.yaml': config };
    await using folder = await temporaryFolder({ ...files, ...around });
    await folder.write('api/openapi.yaml', `${definition}#${' '.repeat(1024)}\n`);
    const { code, stdout } = await callGatewright(folder.path, ['lint', 'api/openapi.yaml']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('is larger than 1024 bytes')]);
  });

  test('is refused if it is a link that leads out', async () => {
    await using outside = await temporaryFolder(files);
    await using folder = await temporaryFolder({});
    const target = join(outside.path, 'api/openapi.yaml');
    await symlink(target, join(folder.path, 'linked.yaml'));
    const { code, stderr } = await callGatewright(folder.path, ['lint', 'linked.yaml']);
    const error = `error: linked.yaml is a link to a file outside of ${folder.path}.`;
    expect([code, stderr]).toEqual([2, `${error}\nhelp: Name ${target} itself.\n`]);
  });
});

test('a finding names no file that does not exist', async () => {
  const { code, stdout } = await callGatewright('/', ['lint', '-'], {}, '[]');
  expect([code, stdout]).toEqual([1, expect.not.stringContaining('gatewright-lint')]);
  expect(stdout).toContain('This file is not an OpenAPI document.');
});

describe('gatewright lint --rule', () => {
  test('switches rules off, and gives others another severity', async () => {
    await using folder = await temporaryFolder(files);
    const rules = ['--rule', 'path-snake-case=off', '--rule', 'date-time-format=info'];
    const { code, stdout } = await callGatewright(folder.path, [
      'lint',
      '--format',
      'json',
      ...rules,
      'api/openapi.yaml',
    ]);
    const { diagnostics } = JSON.parse(stdout) as Report;
    expect([code, ...diagnostics.map((one) => `${one.severity} ${one.code}`)]).toEqual([
      0,
      'info links-self',
      'info date-time-format',
    ]);
  });

  test.each([
    ['path-plurl=off', 'error: The rule "path-plurl" does not exist.\nhelp: Did you mean `path-plural`?\n'],
    [
      'path-plural',
      'error: --rule path-plural does not name a severity.\nhelp: Write --rule path-plural=SEVERITY, with off, info, warning, or error.\n',
    ],
    [
      'api-context-format=off',
      'error: The rule api-context-format cannot be changed, since compiling relies on it.\n',
    ],
  ])('refuses %s', async (choice, stderr) => {
    expect(await lintDocument(['--rule', choice, 'api/openapi.yaml'])).toEqual({
      code: 2,
      found: [],
      stderr,
    });
  });
});
