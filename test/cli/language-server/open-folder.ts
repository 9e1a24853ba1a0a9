import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import { EditorInTest } from './editor-in-test.ts';

export const definitionFile = 'apis/dog_park/v1/openapi.yaml';
export const cleanText = cleanSources[definitionFile]!;
/** The clean definition with one finding, in the name of a path. */
export const camelCase = cleanText.replace('  /dogs:', '  /parkDogs:');
export const brokenSources: Readonly<Record<string, string>> = {
  ...cleanSources,
  [definitionFile]: camelCase,
};
/** Their shown diagnostics. */
export const onePath = ['v1/openapi.yaml path-snake-case'];

/** A folder with some sources that is removed after the test. */
export async function makeFolder(
  files: Readonly<Record<string, string>> = brokenSources,
): Promise<TemporaryFolder> {
  const folder = await temporaryFolder(files);
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder;
}

/** A folder with some sources, and an editor that has it open. */
export async function openFolder(files?: Readonly<Record<string, string>>) {
  const folder = await makeFolder(files);
  const editor = new EditorInTest(folder.path);
  await editor.start();
  return { folder, editor };
}

export function uriOf({ path }: TemporaryFolder): string {
  return pathToFileURL(path).href;
}

/** The codes shown of each file, by the end of its URI. */
export async function shownBy(editor: EditorInTest): Promise<readonly string[]> {
  const shown = await editor.showsAll();
  return [...shown].flatMap(([uri, found]) =>
    found.map(({ code }) => `${uri.split('/').slice(-2).join('/')} ${code}`),
  );
}
