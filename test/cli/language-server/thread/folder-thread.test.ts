// @module-tag full
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CompletionItem, Hover, Location } from 'vscode-languageserver/node';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { EditorInTest } from '../editor-in-test.ts';
import { camelCase, cleanText, definitionFile, makeFolder, onePath, shownBy, uriOf } from '../open-folder.ts';

const control = fileURLToPath(new URL('control-threads.ts', import.meta.url));
const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** A folder whose thread is controlled by files in it, and an editor that has it open. */
async function openControlled(files: Readonly<Record<string, string>> = cleanSources) {
  const folder = await makeFolder(files);
  const editor = new EditorInTest(folder.path, [], { NODE_OPTIONS: `--import=${control}` });
  return { folder, editor, release: () => rm(`${folder.path}/hold`) };
}

/** The versions of one buffer that findings were shown of. */
function versionsIn(editor: EditorInTest): readonly (number | undefined)[] {
  return editor.allVersions.filter((version) => version !== undefined);
}

describe('while a check is under way, the language server', () => {
  test('answers hover, completion and go-to-definition', async () => {
    const { folder, editor, release } = await openControlled();
    const apiFile = 'apis/dog_park/v1/api.yaml';
    await editor.start();
    await editor.open(apiFile, cleanSources[apiFile]!);
    await editor.showsAll();
    await folder.write('hold', '');
    await editor.open(definitionFile, camelCase);
    await editor.change(apiFile, 2, top, '# A comment\n');
    const [kind, context] = ['kind:', 'context:'].map(
      (field) => cleanSources[apiFile]!.split('\n').findIndex((line) => line.startsWith(field)) + 1,
    ) as [number, number];
    const hover = await editor.ask<Hover>('hover', apiFile, { line: context, character: 1 });
    expect(hover.contents).toMatchObject({ value: expect.stringContaining('The first segment') });
    const kinds = await editor.ask<CompletionItem[]>('completion', apiFile, { line: kind, character: 6 });
    expect(kinds.map(({ label }) => label)).toContain('Subscription');
    const line = camelCase.split('\n').findIndex((one) => one.includes("$ref: '#/components/schemas/Dog'"));
    const target = await editor.ask<Location>('definition', definitionFile, { line, character: 20 });
    expect(target.range.start.line).toBe(camelCase.split('\n').indexOf('    Dog:'));
    expect(editor.shownNow).toEqual(new Map());
    await release();
    expect(await shownBy(editor)).toEqual(onePath);
  });

  test('never shows what is found in a text that has been edited since', async () => {
    const { folder, editor, release } = await openControlled();
    await editor.start();
    await editor.showsAll();
    await folder.write('hold', '');
    await editor.open(definitionFile, camelCase);
    for (const version of [2, 3, 4]) {
      await editor.change(definitionFile, version, top, '# A comment\n');
      // Long enough for a check of this version to begin.
      await editor.ask('hover', definitionFile, top.start);
    }
    await release();
    expect(await shownBy(editor)).toEqual(onePath);
    expect(versionsIn(editor)).toEqual([4]);
  });

  test('shows nothing more of a folder that is closed', async () => {
    const { folder, editor } = await openControlled({
      ...cleanSources,
      [definitionFile]: camelCase,
      hold: '',
    });
    await editor.start({ capabilities: { workspace: { workspaceFolders: true } } });
    const removed = [{ uri: uriOf(folder), name: 'test' }];
    await editor.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed } });
    expect(await shownBy(editor)).toEqual([]);
    expect(editor.allVersions).toEqual([]);
  });

  test('checks another folder', async () => {
    const { folder, editor, release } = await openControlled({ ...cleanSources, hold: '' });
    const other = await makeFolder({ ...cleanSources, [definitionFile]: camelCase });
    const workspaceFolders = [folder, other].map((one) => ({ uri: uriOf(one), name: one.path }));
    await editor.start({ workspaceFolders });
    expect(await editor.showsIn(`${uriOf(other)}/${definitionFile}`, 1)).toHaveLength(1);
    await release();
    expect(await shownBy(editor)).toEqual(onePath);
  });

  test('checks a buffer that is closed as it is on disk', async () => {
    const { folder, editor, release } = await openControlled();
    await editor.start();
    await editor.showsAll();
    await folder.write('hold', '');
    await editor.open(definitionFile, camelCase);
    await editor.ask('hover', definitionFile, top.start);
    await editor.close(definitionFile);
    await release();
    expect(await shownBy(editor)).toEqual([]);
  });

  test('ends when its editor does', async () => {
    const { editor } = await openControlled({ ...cleanSources, hold: '' });
    await editor.start();
    await editor.shutDown();
    expect(await editor.exited).toBe(0);
  });
});

describe('the thread of a folder', () => {
  test('is started again after an error, and the error is reported once', async () => {
    const { folder, editor } = await openControlled({ ...cleanSources, crash: '' });
    await editor.start();
    await editor.open(definitionFile, cleanText);
    await editor.change(definitionFile, 2, top, '# One\n');
    expect(await shownBy(editor)).toEqual([]);
    const message = `The check of ${folder.path} ended unexpectedly: out of luck. The next one starts again.`;
    expect(editor.logged).toEqual([message]);
    await rm(`${folder.path}/crash`);
    await editor.change(definitionFile, 3, { start: top.start, end: { line: 999, character: 0 } }, camelCase);
    expect(await shownBy(editor)).toEqual(onePath);
    await folder.write('crash', '');
    await editor.change(definitionFile, 4, top, '# Two\n');
    await editor.showsAll();
    expect(editor.logged).toEqual([message, message]);
  });
});
