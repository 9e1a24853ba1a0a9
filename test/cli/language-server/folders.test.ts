import { mkdir, rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cleanSources } from '../../../src/compiler/rule/clean-sources.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import { EditorInTest } from './editor-in-test.ts';

const definitionFile = 'apis/dog_park/v1/openapi.yaml';
const clean = cleanSources[definitionFile]!;
const camelCase = clean.replace('  /dogs:', '  /parkDogs:');
const broken: Readonly<Record<string, string>> = { ...cleanSources, [definitionFile]: camelCase };
const withFolders = { workspace: { workspaceFolders: true } };

async function makeFolder(files: Readonly<Record<string, string>> = broken): Promise<TemporaryFolder> {
  const folder = await temporaryFolder(files);
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder;
}

function below(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(broken).map(([file, text]) => [`${folder}/${file}`, text]));
}

function uriOf({ path }: TemporaryFolder): string {
  return pathToFileURL(path).href;
}

/** The codes shown of each file, by the end of its URI. */
async function shownBy(editor: EditorInTest): Promise<readonly string[]> {
  const shown = await editor.showsAll();
  return [...shown].flatMap(([uri, found]) =>
    found.map(({ code }) => `${uri.split('/').slice(-2).join('/')} ${code}`),
  );
}

const onePath = ['v1/openapi.yaml path-snake-case'];

describe('the language server lints', () => {
  test('the folder of a client that knows of one folder only', async () => {
    const folder = await makeFolder();
    const editor = new EditorInTest(folder.path);
    await editor.start({ workspaceFolders: null });
    expect(await shownBy(editor)).toEqual(onePath);
  });

  test('what is open before anything changes, of a client that tells no changes of folders', async () => {
    const folder = await makeFolder();
    const editor = new EditorInTest(folder.path);
    await editor.start();
    expect(await shownBy(editor)).toEqual(onePath);
  });

  test('beside folders that are on no disk of this machine', async () => {
    const folder = await makeFolder();
    const editor = new EditorInTest(folder.path);
    const elsewhere = [
      { uri: 'file://server/share', name: 'a share' },
      { uri: 'vscode-vfs://github/example/dogs', name: 'a virtual folder' },
    ];
    await editor.start({
      workspaceFolders: [...elsewhere, { uri: `${uriOf(folder)}/`, name: 'a folder' }],
      capabilities: withFolders,
    });
    expect(await shownBy(editor)).toEqual(onePath);
    const removed = [...elsewhere, { uri: uriOf(folder), name: 'a folder' }];
    await editor.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed } });
    expect(await editor.shows(definitionFile, 0)).toEqual([]);
    const event = { added: [{ uri: uriOf(folder), name: 'a folder' }], removed: [] };
    await editor.notify('workspace/didChangeWorkspaceFolders', { event });
    expect(await editor.shows(definitionFile, 1)).toHaveLength(1);
  });

  test('a configuration in a subfolder', async () => {
    const folder = await makeFolder(below('gateways/parks'));
    const editor = new EditorInTest(folder.path, ['--config', 'gateways/parks/gateway.config.yaml']);
    await editor.start();
    expect(await shownBy(editor)).toEqual(onePath);
  });

  test('each of two folders, one within the other, and keeps what the other one says', async () => {
    const config = `${cleanSources['gateway.config.yaml']}sources: ['**/api.yaml', tiers.yaml]\n`;
    const folder = await makeFolder({ 'gateway.config.yaml': config, ...below('parks') });
    const editor = new EditorInTest(folder.path);
    const inner = `${uriOf(folder)}/parks`;
    await editor.start({
      workspaceFolders: [
        { uri: uriOf(folder), name: 'outer' },
        { uri: inner, name: 'inner' },
      ],
      capabilities: withFolders,
    });
    // The outer configuration finds no tiers, and both look at the same definition.
    const both = [
      'v1/openapi.yaml path-snake-case',
      expect.stringMatching(/gateway.config.yaml sources-empty$/),
    ];
    expect((await shownBy(editor)).toSorted()).toEqual(both.toReversed());
    const event = { added: [], removed: [{ uri: inner, name: 'inner' }] };
    await editor.notify('workspace/didChangeWorkspaceFolders', { event });
    expect((await shownBy(editor)).toSorted()).toEqual(both.toReversed());
  });

  test('a folder without a configuration not at all, until it has one', async () => {
    const { 'gateway.config.yaml': config = '', ...others } = broken;
    const folder = await makeFolder(others);
    const editor = new EditorInTest(folder.path);
    await editor.start();
    expect(await shownBy(editor)).toEqual([]);
    await editor.open('gateway.config.yaml', config);
    expect(await shownBy(editor)).toEqual(onePath);
  });
});

describe('the language server follows', () => {
  async function startEditor(files?: Readonly<Record<string, string>>) {
    const folder = await makeFolder(files);
    const editor = new EditorInTest(folder.path);
    await editor.start();
    return { folder, editor };
  }

  test('a file that is deleted, once the client tells', async () => {
    const { folder, editor } = await startEditor();
    await rm(`${folder.path}/${definitionFile}`);
    const changes = [{ uri: editor.uriOf(definitionFile), type: 3 }];
    await editor.notify('workspace/didChangeWatchedFiles', { changes });
    expect(await shownBy(editor)).toEqual(['v1/api.yaml definition-unreadable']);
  });

  test('files that change on disk, once a client that cannot watch them saves one', async () => {
    const { folder, editor } = await startEditor();
    const capabilities = editor.initialized.capabilities.textDocumentSync;
    expect(capabilities).toMatchObject({ save: true });
    await editor.open('tiers.yaml', cleanSources['tiers.yaml']!);
    await folder.write(definitionFile, clean);
    await editor.notify('textDocument/didSave', { textDocument: { uri: editor.uriOf('tiers.yaml') } });
    expect(await shownBy(editor)).toEqual([]);
  });

  test('a new file that is not saved yet', async () => {
    const { editor } = await startEditor(cleanSources);
    await editor.open('apis/cats.yaml', 'kind: Teir\n');
    expect(await shownBy(editor)).toEqual(['apis/cats.yaml unknown-kind']);
    await editor.close('apis/cats.yaml');
    expect(await shownBy(editor)).toEqual([]);
  });

  test('no buffer in a folder that lint does not look into, nor one that is no file', async () => {
    const { folder, editor } = await startEditor(cleanSources);
    await mkdir(`${folder.path}/apis/node_modules`);
    await editor.open('apis/node_modules/cats.yaml', 'kind: Teir\n');
    await editor.openAs('untitled:apis/cats.yaml', 'kind: Teir\n');
    expect(await shownBy(editor)).toEqual([]);
  });

  test('a part of a definition', async () => {
    const link = clean.slice(clean.indexOf('    Link:\n') + 10, clean.indexOf('    Error:\n'));
    const part = link.replaceAll(/^ {6}/gm, '');
    const { editor } = await startEditor({
      ...cleanSources,
      [definitionFile]: clean.replace(link, "      $ref: './link.yaml'\n"),
      'apis/dog_park/v1/link.yaml': part,
    });
    expect(await shownBy(editor)).toEqual([]);
    await editor.open(
      'apis/dog_park/v1/link.yaml',
      part.replace('href: { type: string', 'href: { type: integer'),
    );
    expect(await shownBy(editor)).toEqual(['v1/link.yaml link-object']);
  });

  test('a configuration that is broken while it is written', async () => {
    const { editor } = await startEditor();
    const config = broken['gateway.config.yaml']!;
    await editor.open('gateway.config.yaml', config);
    const at = { start: { line: 0, character: 5 }, end: { line: 0, character: 5 } };
    await editor.change('gateway.config.yaml', 2, at, ' [');
    expect(await shownBy(editor)).toEqual([expect.stringMatching(/gateway.config.yaml yaml-syntax$/)]);
    const end = { line: 0, character: 7 };
    await editor.change('gateway.config.yaml', 3, { start: at.start, end }, '');
    expect(await shownBy(editor)).toEqual(onePath);
  });

  test('a buffer by the name that the client gives it', async () => {
    const { editor } = await startEditor(cleanSources);
    const uri = editor.uriOf(definitionFile).replace('dog_park', 'dog%5Fpark');
    await editor.openAs(uri, camelCase);
    const shown = await editor.showsAll();
    expect([...shown.keys()]).toEqual([uri]);
  });
});

describe('the actions that the language server offers', () => {
  const createdAt = 'createdAt: { type: string, format: date-time, ';
  const undated = clean.replace(createdAt, 'createdAt: { type: string, ');
  const whole = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } };

  async function startEditor() {
    const folder = await makeFolder(cleanSources);
    const editor = new EditorInTest(folder.path);
    await editor.start();
    await editor.open(definitionFile, undated);
    return editor;
  }

  test('are for the buffer as it is by now', async () => {
    const editor = await startEditor();
    const [before] = await editor.actions(definitionFile, whole);
    const start = { line: 0, character: 0 };
    await editor.change(definitionFile, 2, { start, end: start }, '# one\n# two\n');
    const [after] = await editor.actions(definitionFile, whole);
    const [edit, moved] = [before, after].map(
      (one) => one?.edit?.changes?.[editor.uriOf(definitionFile)]?.[0],
    );
    expect(moved?.range.start).toEqual({ ...edit?.range.start, line: (edit?.range.start.line ?? 0) + 2 });
  });

  test.each([
    [undefined, 2],
    [[], 2],
    [['quickfix'], 2],
    [['', 'source'], 2],
    [['source.organizeImports'], 0],
    [['quickfix.other', 'refactor'], 0],
  ])('are of the kinds that the client wants: %j', async (only, count) => {
    const editor = await startEditor();
    const context = { diagnostics: [], ...(only && { only }) };
    expect(await editor.actions(definitionFile, whole, context)).toHaveLength(count);
  });
});
