// @module-tag full
import type { Range } from 'vscode-languageserver/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { check } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { EditorInTest } from './editor-in-test.ts';

const definitionFile = 'apis/dog_park/v1/openapi.yaml';
const clean = cleanSources[definitionFile]!;
const camelCase = clean.replace('  /dogs:', '  /parkDogs:');

async function startEditor(): Promise<EditorInTest> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const editor = new EditorInTest(folder.path);
  await editor.start();
  return editor;
}

/** The findings of lint in the clean sources with one text instead of the definition, as `line:column code`, from 0. */
async function lintOf(text: string): Promise<readonly string[]> {
  const { diagnostics } = await check(
    memorySourceTree({ ...cleanSources, [definitionFile]: text }),
    'gateway.config.yaml',
  );
  return diagnostics.map(({ at, code }) => `${at.line - 1}:${at.column - 1} ${code}`);
}

function shift({ start: { line, character } }: Range, by: number): Range {
  const at = { line, character: character + by };
  return { start: at, end: at };
}

describe('the language server', () => {
  test('checks edits in quick succession together', async () => {
    const editor = await startEditor();
    await editor.open(definitionFile, clean);
    await editor.showsAll();
    const from = editor.allVersions.length;
    const at = clean.slice(0, clean.indexOf('/dogs:')).split('\n').length - 1;
    const end = { line: at, character: 3 };
    const range = { start: end, end };
    const letters = 'parkDogsThatAreWalkedByThe';
    await Promise.all(
      [...letters].map((letter, index) =>
        editor.change(definitionFile, index + 2, shift(range, index), letter),
      ),
    );
    const shown = await editor.showsAll();
    const text = clean.replace('  /dogs:', `  /${letters}dogs:`);
    expect(
      [...shown.values()]
        .flat()
        .map(({ range: { start }, code }) => `${start.line}:${start.character} ${code}`),
    ).toEqual(await lintOf(text));
    // The first is checked at once; on a slow machine some of the others are checked on their own.
    expect(editor.allVersions.slice(from).length).toBeLessThanOrEqual(8);
    expect(editor.versionOf(definitionFile)).toBe(letters.length + 1);
  });

  test('says of an unsaved buffer what lint says of the file', async () => {
    const editor = await startEditor();
    await editor.open(definitionFile, camelCase);
    const shown = await editor.shows(definitionFile, 1);
    expect(shown).toEqual([
      {
        range: { start: { line: 7, character: 2 }, end: { line: 7, character: 11 } },
        severity: 1,
        source: 'gatewright',
        code: 'path-snake-case',
        message: 'The path segment `parkDogs` is not in snake_case.\nWrite `park_dogs`.',
        relatedInformation: [],
      },
    ]);
    const places = shown.map(({ range, code }) => `${range.start.line}:${range.start.character} ${code}`);
    expect(places).toEqual(await lintOf(camelCase));
  });

  test('follows incremental changes, and takes back what is fixed', async () => {
    const editor = await startEditor();
    await editor.open(definitionFile, camelCase);
    await editor.shows(definitionFile, 1);
    const word = { start: { line: 7, character: 3 }, end: { line: 7, character: 11 } };
    await editor.change(definitionFile, 2, word, 'dogs');
    expect(await editor.shows(definitionFile, 0)).toEqual([]);
  });

  test('goes back to the file when a buffer is closed unsaved', async () => {
    const editor = await startEditor();
    await editor.open(definitionFile, camelCase);
    await editor.shows(definitionFile, 1);
    await editor.close(definitionFile);
    expect(await editor.shows(definitionFile, 0)).toEqual([]);
  });

  test('survives a buffer that is not YAML, and says where it breaks', async () => {
    const editor = await startEditor();
    await editor.open(definitionFile, 'openapi: 3.0.3\npaths: [');
    const [broken] = await editor.shows(definitionFile, 1);
    expect(broken?.code).toBe('yaml-syntax');
    expect(broken?.range.start.line).toBe(1);
  });

  test('offers to ignore a finding by a comment that still wants its reason', async () => {
    const editor = await startEditor();
    await editor.open(definitionFile, camelCase);
    const [finding] = await editor.shows(definitionFile, 1);
    const actions = await editor.actions(definitionFile, finding!.range);
    const at = { line: 7, character: 0 };
    expect(actions.map(({ title, edit }) => ({ title, edit }))).toEqual([
      {
        title: 'Suppress path-snake-case here, with a reason',
        edit: {
          changes: {
            [editor.uriOf(definitionFile)]: [
              { range: { start: at, end: at }, newText: '  # gatewright-ignore path-snake-case: \n' },
            ],
          },
        },
      },
    ]);
  });

  test('offers the fix that lint would apply', async () => {
    const editor = await startEditor();
    const text = clean.replace(
      'createdAt: { type: string, format: date-time, ',
      'createdAt: { type: string, ',
    );
    await editor.open(definitionFile, text);
    const [finding] = await editor.shows(definitionFile, 1);
    const [action] = await editor.actions(definitionFile, finding!.range);
    const at = { line: 125, character: 70 };
    expect(action).toMatchObject({
      title: 'Add `format: date-time`',
      isPreferred: true,
      edit: {
        changes: {
          [editor.uriOf(definitionFile)]: [{ range: { start: at, end: at }, newText: ', format: date-time' }],
        },
      },
    });
  });

  test('names itself, and ends with 0 after a shutdown', async () => {
    const editor = await startEditor();
    expect(editor.initialized.serverInfo?.name).toBe('gatewright');
    await editor.shutDown();
    expect(await editor.exited).toBe(0);
  });
});
