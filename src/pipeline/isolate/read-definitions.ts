import { isJsonObject } from '#compiled/json.ts';
import { nameDefinition } from '#compiler/load/definition/load-definition.ts';
import type { DeclaredApi, Definition, Workspace } from '#compiler/workspace/workspace.ts';
import type { BuildWith, Isolated } from './isolate.ts';
import { joinDocuments, keyOf, splitDocuments } from './source-documents.ts';

/** The newest definitions of APIs without structural errors, by the part of the API. */
export type Definitions = ReadonlyMap<string, readonly Definition[]>;

/**
 * The newest definitions of the parts that are held back. If the document that names a definition has an error, there
 * are two: the newest text at the earlier path, and the text at the path that the document names.
 */
export async function readDefinitions(isolated: Isolated, build: BuildWith): Promise<Definitions> {
  const { held, newer, earlier, replaced } = isolated;
  const found = new Map<string, readonly Definition[]>();
  const take = (workspace: Workspace | undefined): void => {
    for (const { value, definition } of workspace?.apis ?? []) {
      const part = keyOf('Api', value) ?? '';
      if (definition && held.has(part)) found.set(part, [...(found.get(part) ?? []), definition]);
    }
  };
  take(newer.workspace);
  const unread = [...held.keys()].filter((part) => !found.has(part));
  const files = new Set(unread.flatMap((part) => [...earlier.filesOf(part)]));
  const moves = listMoves(isolated).filter(
    ({ part, path }) => !found.get(part)?.some(({ place }) => place.file === path),
  );
  const readWith = async (omitted: ReadonlySet<string>, texts: BuiltTexts): Promise<void> => {
    const others = Object.entries(replaced).filter(([file]) => !omitted.has(file));
    take((await build({ ...Object.fromEntries(others), ...texts })).workspace);
  };
  if (Object.keys(replaced).some((file) => files.has(file))) await readWith(files, {});
  // Each build can read only one definition of each API.
  for (let left = moves; left.length > 0;) {
    const some = left.filter((one, index) => index === left.findIndex(({ part }) => part === one.part));
    const paths = some.map(({ path }) => path);
    await readWith(new Set([...files, ...paths]), nameOthers(some, isolated));
    left = left.filter((one) => !some.includes(one));
  }
  return found;
}

type BuiltTexts = Readonly<Record<string, string | undefined>>;

/** An API whose newest document names its definition at another path. */
interface Move {
  readonly part: string;
  /** The API as it is served. */
  readonly api: DeclaredApi;
  readonly path: string;
}

function listMoves({ built, held, newer }: Isolated): readonly Move[] {
  return built.checked.apis.flatMap((api) => {
    const part = keyOf('Api', api.value) ?? '';
    if (!held.has(part)) return [];
    const paths = newer.documentsOf(part).flatMap((document) => {
      const value = newer.valueAt(document.file, document);
      const definition = isJsonObject(value) ? value['definition'] : undefined;
      if (typeof definition !== 'string') return [];
      const place = { ...api.place, file: document.file };
      return [nameDefinition({ value: { ...api.value, definition }, place }).path];
    });
    const others = new Set(paths.filter((path) => path !== nameDefinition(api).path));
    return [...others].map((path) => ({ part, api, path }));
  });
}

/** The texts of files of declarations in which the given APIs name their other definitions. */
function nameOthers(moves: readonly Move[], { built }: Isolated): BuiltTexts {
  const texts: Record<string, string | undefined> = {};
  for (const { api, path } of moves) {
    const { file, document } = api.place;
    const definition = '../'.repeat(file.split('/').length - 1) + path;
    const text = JSON.stringify({ ...api.value, definition });
    const documents = splitDocuments(texts[file] ?? built.sources.text(file) ?? '');
    texts[file] = joinDocuments(documents.map((one, index) => (index === document ? { text } : one)));
  }
  return texts;
}
