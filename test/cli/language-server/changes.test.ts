// @module-tag full
import { mkdir, rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import {
  brokenSources,
  camelCase,
  cleanText,
  definitionFile,
  onePath,
  openFolder,
  shownBy,
} from './open-folder.ts';

describe('the language server follows', () => {
  test('a file that is deleted, once the client tells', async () => {
    const { folder, editor } = await openFolder();
    await rm(`${folder.path}/${definitionFile}`);
    const changes = [{ uri: editor.uriOf(definitionFile), type: 3 }];
    await editor.notify('workspace/didChangeWatchedFiles', { changes });
    expect(await shownBy(editor)).toEqual(['v1/api.yaml definition-unreadable']);
  });

  test('files that change on disk, once a client that cannot watch them saves one', async () => {
    const { folder, editor } = await openFolder();
    const capabilities = editor.initialized.capabilities.textDocumentSync;
    expect(capabilities).toMatchObject({ save: true });
    await editor.open('tiers.yaml', cleanSources['tiers.yaml']!);
    await folder.write(definitionFile, cleanText);
    await editor.notify('textDocument/didSave', { textDocument: { uri: editor.uriOf('tiers.yaml') } });
    expect(await shownBy(editor)).toEqual([]);
  });

  test('a new file that is not saved yet', async () => {
    const { editor } = await openFolder(cleanSources);
    await editor.open('apis/cats.yaml', 'kind: Teir\n');
    expect(await shownBy(editor)).toEqual(['apis/cats.yaml unknown-kind']);
    await editor.close('apis/cats.yaml');
    expect(await shownBy(editor)).toEqual([]);
  });

  test('no buffer in a folder that lint does not look into, nor one that is not a file', async () => {
    const { folder, editor } = await openFolder(cleanSources);
    await mkdir(`${folder.path}/apis/node_modules`);
    await editor.open('apis/node_modules/cats.yaml', 'kind: Teir\n');
    await editor.openAs('untitled:apis/cats.yaml', 'kind: Teir\n');
    expect(await shownBy(editor)).toEqual([]);
  });

  test('the versions of a buffer, each with its findings', async () => {
    const { editor } = await openFolder(cleanSources);
    await editor.open(definitionFile, camelCase);
    expect([await shownBy(editor), editor.versionOf(definitionFile)]).toEqual([onePath, 1]);
    const line = camelCase.slice(0, camelCase.indexOf('/parkDogs')).split('\n').length - 1;
    const start = { line, character: 0 };
    await editor.change(definitionFile, 2, { start, end: start }, '  # A comment\n');
    await editor.shows(definitionFile, 1);
    expect([await shownBy(editor), editor.versionOf(definitionFile)]).toEqual([onePath, 2]);
  });

  test('a part of a definition', async () => {
    const link = cleanText.slice(cleanText.indexOf('    Link:\n') + 10, cleanText.indexOf('    Error:\n'));
    const part = link.replaceAll(/^ {6}/gm, '');
    const { editor } = await openFolder({
      ...cleanSources,
      [definitionFile]: cleanText.replace(link, "      $ref: './link.yaml'\n"),
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
    const { editor } = await openFolder();
    const config = brokenSources['gateway.config.yaml']!;
    await editor.open('gateway.config.yaml', config);
    const at = { start: { line: 0, character: 5 }, end: { line: 0, character: 5 } };
    await editor.change('gateway.config.yaml', 2, at, ' [');
    expect(await shownBy(editor)).toEqual([expect.stringMatching(/gateway.config.yaml yaml-syntax$/)]);
    const end = { line: 0, character: 7 };
    await editor.change('gateway.config.yaml', 3, { start: at.start, end }, '');
    expect(await shownBy(editor)).toEqual(onePath);
  });

  test('a buffer by the name that the client gives it', async () => {
    const { editor } = await openFolder(cleanSources);
    const uri = editor.uriOf(definitionFile).replace('dog_park', 'dog%5Fpark');
    await editor.openAs(uri, camelCase);
    const shown = await editor.showsAll();
    expect([...shown.keys()]).toEqual([uri]);
  });
});
