// @module-tag full
import type { CompletionItem, Location } from 'vscode-languageserver/node';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { EditorInTest } from './editor-in-test.ts';
import {
  brokenSources,
  definitionFile,
  makeFolder,
  onePath,
  openFolder,
  shownBy,
  uriOf,
} from './open-folder.ts';

const withFolders = { workspace: { workspaceFolders: true } };

function below(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(brokenSources).map(([file, text]) => [`${folder}/${file}`, text]));
}

describe('the language server lints', () => {
  test('the folder of a client that knows of one folder only', async () => {
    const folder = await makeFolder();
    const editor = new EditorInTest(folder.path);
    await editor.start({ workspaceFolders: null });
    expect(await shownBy(editor)).toEqual(onePath);
  });

  test('what is open before anything changes, of a client that tells no changes of folders', async () => {
    const { editor } = await openFolder();
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
    // The outer configuration finds no tiers, and both lint the same definition.
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
    const { 'gateway.config.yaml': config = '', ...others } = brokenSources;
    const { editor } = await openFolder(others);
    expect(await shownBy(editor)).toEqual([]);
    await editor.open('gateway.config.yaml', config);
    expect(await shownBy(editor)).toEqual(onePath);
  });
});

describe('of two folders, one within the other, the innermost one with a configuration', () => {
  const clean = Object.entries(cleanSources);
  const inner = Object.fromEntries(clean.map(([file, text]) => [`parks/${file}`, text]));
  const renamed = Object.fromEntries(clean.map(([file, text]) => [file, text.replaceAll('gold', 'silver')]));
  const { 'parks/gateway.config.yaml': _, ...unconfigured } = inner;

  test.each([
    ['answers, of two that have one', { ...renamed, ...inner }, ['gold'], 'parks/tiers.yaml'],
    ['answers, if the outer one has none', inner, ['gold'], 'parks/tiers.yaml'],
    ['answers, if the inner one has none', { ...renamed, ...unconfigured }, ['silver'], 'tiers.yaml'],
  ])('%s', async (_name, files, tiers, definedIn) => {
    const folder = await makeFolder(files);
    const editor = new EditorInTest(folder.path);
    const uri = uriOf(folder);
    await editor.start({
      workspaceFolders: [
        { uri, name: 'outer' },
        { uri: `${uri}/parks`, name: 'inner' },
      ],
      capabilities: withFolders,
    });
    const file = 'parks/apis/dog_park/v1/subscriptions.yaml';
    await editor.open(file, `kind: Subscription\ntier: ${tiers[0]}\n`);
    await editor.showsAll();
    const ask = <Answer>(method: string) => editor.ask<Answer>(method, file, { line: 1, character: 6 });
    const offered = await ask<readonly CompletionItem[]>('completion');
    const found = await ask<Location | null>('definition');
    expect({ offered: offered.map(({ label }) => label), found: found?.uri }).toEqual({
      offered: tiers,
      found: `${uri}/${definedIn}`,
    });
  });
});
