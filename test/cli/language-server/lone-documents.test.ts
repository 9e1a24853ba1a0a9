// @module-tag full
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { draws } from '../../full-run.ts';
import type { TemporaryFolder } from '../temporary-folder.ts';
import { EditorInTest } from './editor-in-test.ts';
import { makeFolder } from './open-folder.ts';

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
  '.git/HEAD': '',
  'api/openapi.yaml': definition,
  'common/dog.yaml': 'type: object\nproperties: { birthDate: { type: string, example: "2020-01-01" } }\n',
};

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly at: { readonly file: string; readonly line: number; readonly column: number };
  readonly alsoAt?: readonly Finding['at'][];
}

const severities = ['', 'error', 'warning', 'info'];

/** What an editor shows, as `file:line:column severity code`. */
async function shownBy(editor: EditorInTest, folder: TemporaryFolder): Promise<readonly string[]> {
  const shown = await editor.showsAll();
  const root = `file://${folder.path}/`;
  return [...shown]
    .flatMap(([uri, found]) =>
      found.map(
        ({ code, severity = 0, range: { start } }) =>
          `${uri.slice(root.length)}:${start.line + 1}:${start.character + 1} ${severities[severity]} ${code}`,
      ),
    )
    .toSorted();
}

/** What `gatewright lint` finds in the same. */
async function linted(folder: TemporaryFolder, words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await callGatewright(folder.path, ['lint', '--format', 'json', ...words]);
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Finding[] };
  return diagnostics
    .flatMap(({ code, severity, at, alsoAt = [] }) =>
      [at, ...alsoAt].map(({ file, line, column }) => `${file}:${line}:${column} ${severity} ${code}`),
    )
    .toSorted();
}

describe('an editor shows of an OpenAPI document without a project what `gatewright lint` finds in it', () => {
  const minimal = 'format: 1\nlint: { extends: minimal }\n';
  const wrong = 'format: 1\nlint: { rules: { path-snak-case: "off" } }\n';
  const ignored = '- { rule: no-content-body, file: openapi.yaml, pointer: /paths, reason: old clients }\n';

  test.each<[string, Readonly<Record<string, string>>]>([
    ['in a folder', {}],
    ['with settings of lint', { 'gateway.config.yaml': minimal }],
    ['with settings of lint that are wrong', { 'gateway.config.yaml': wrong }],
    ['with suppressions beside it', { 'api/gatewright-ignore.yaml': ignored }],
  ])('%s', async (_title, more) => {
    const folder = await makeFolder({ ...files, ...more });
    const editor = new EditorInTest(folder.path);
    await editor.start();
    expect(await shownBy(editor, folder)).toEqual([]);
    await editor.open('api/openapi.yaml', definition);
    const expected = await linted(folder, ['api/openapi.yaml']);
    expect([expected.length > 0, await shownBy(editor, folder)]).toEqual([true, expected]);
    await editor.close('api/openapi.yaml');
    expect(await shownBy(editor, folder)).toEqual([]);
  });

  test('outside of the folder that is open, in JSON', async () => {
    const json = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      paths: { '/aB': {} },
    });
    const folder = await makeFolder({ 'a.json': json, 'other/notes.yaml': 'a: 1\n' });
    const editor = new EditorInTest(`${folder.path}/other`);
    await editor.start();
    await editor.openAs(`file://${folder.path}/a.json`, json);
    expect(await shownBy(editor, folder)).toEqual(await linted(folder, ['a.json']));
    const uri = `file://${folder.path}/a.json`;
    await editor.notify('textDocument/didClose', { textDocument: { uri } });
    expect(await editor.showsIn(uri, 0)).toEqual([]);
  });

  test('in a project that the editor has not opened, with its settings', async () => {
    const project =
      "kind: Gateway\nformat: 1\norganisation: Example\ndeployments: { production: { gatewayUrl: 'https://api.example.edu' } }\nlint: { rules: { links-self: 'off' } }\n";
    const folder = await makeFolder({ ...files, 'gateway.config.yaml': project });
    const editor = new EditorInTest(`${folder.path}/api`);
    await editor.start();
    await editor.openAs(`file://${folder.path}/api/openapi.yaml`, definition);
    expect(await shownBy(editor, folder)).toEqual(await linted(folder, ['api/openapi.yaml']));
  });

  test('and nothing of other files', async () => {
    const folder = await makeFolder(files);
    const editor = new EditorInTest(folder.path);
    await editor.start();
    await editor.open('package.json', '{ "dependencies": { "swagger": "1.0.0" } }');
    await editor.open('notes.yaml', 'title: Notes\nopenapi-notes: none\n');
    expect(await shownBy(editor, folder)).toEqual([]);
  });

  test('and offers the fixes', async () => {
    const folder = await makeFolder(files);
    const editor = new EditorInTest(folder.path);
    await editor.start();
    await editor.open('api/openapi.yaml', definition);
    await editor.open('common/dog.yaml', files['common/dog.yaml']);
    await editor.showsAll();
    const at = { line: 1, character: 16 };
    const actions = await editor.actions('common/dog.yaml', { start: at, end: at });
    const changes = actions.flatMap(({ edit }) => Object.entries(edit?.changes ?? {}));
    expect(changes).toContainEqual([
      editor.uriOf('common/dog.yaml'),
      [expect.objectContaining({ newText: expect.stringContaining('format: date') as string })],
    ]);
  });
});

/** Edits that break the document, mend it, and add findings. */
const edits: readonly (readonly [string, string])[] = [
  ['/dogs:', '/parkDogs:'],
  ['openapi: 3.0.3', 'openapi: 3.0'],
  ['paths:', 'pahts:'],
  ['type: object', 'type: objct'],
  ["'204'", "'200'"],
  ['\n  /dogs', '\n /dogs'],
];

test('an editor shows of a document that is edited what lint finds in it once it is saved', async () => {
  const folder = await makeFolder({ '.git/HEAD': '', 'openapi.yaml': cleanDefinition });
  const editor = new EditorInTest(folder.path);
  await editor.start();
  await fc.assert(
    fc.asyncProperty(fc.subarray([...edits]), async (step) => {
      const text = step.reduce((all, [from, to]) => all.replace(from, to), cleanDefinition);
      await folder.write('openapi.yaml', text);
      await editor.open('openapi.yaml', text);
      expect(await shownBy(editor, folder)).toEqual(await linted(folder, ['openapi.yaml']));
      await editor.close('openapi.yaml');
    }),
    { numRuns: draws(60) },
  );
});
