import { isJsonObject, valueAt } from '#compiled/json.ts';
import { parseSource } from '#compiler/load/syntax/parse-source.ts';
import { shapeAt } from '#openapi/grammar.ts';
import { splitPointer } from '#source/place.ts';
import { listKeys } from '../find-key-line.ts';

/** The maximum length of a text that is parsed while the user types. */
const maxParsed = 1024 ** 2;

/** The keys of the mapping at a JSON pointer of a text, which may be malformed. */
export async function namesAt(text: string, file: string, pointer: string): Promise<readonly string[]> {
  const found = listKeys(text, pointer);
  if (found.length > 0) return found;
  return namesIn(valueAt(await readRoot(text, file), splitPointer(pointer)));
}

/** The names of the tags that a document declares. */
export async function tagsOf(text: string, file: string): Promise<readonly string[]> {
  const tags = valueAt(await readRoot(text, file), ['tags']);
  if (!Array.isArray(tags)) return [];
  return tags.map((tag) => valueAt(tag, ['name'])).filter((name) => typeof name === 'string');
}

/** The operations of a document, each as the tokens of its JSON pointer: `paths`, `/dogs`, `get`. */
export async function operationsOf(text: string, file: string): Promise<readonly (readonly string[])[]> {
  const paths = valueAt(await readRoot(text, file), ['paths']);
  return namesIn(paths).flatMap((path) =>
    namesIn(valueAt(paths, [path]))
      .filter((method) => shapeAt('PathItem', [method])?.type === 'Operation')
      .map((method) => ['paths', path, method]),
  );
}

function namesIn(value: unknown): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

/** The `operationId`s in a text, each once. */
export function operationIdsIn(text: string): readonly string[] {
  const found = text.matchAll(/\boperationId["']?[ \t]*:[ \t]*["']?(?<id>[^\s"',}]+)/g);
  return [...new Set([...found].flatMap(({ groups }) => groups?.['id'] ?? []))];
}

/** The readable part of the first document in a text; undefined if the text is too long to be parsed. */
async function readRoot(text: string, file: string): Promise<unknown> {
  if (text.length > maxParsed) return undefined;
  const [document] = (await parseSource(file, text)).documents;
  return document?.value ?? document?.remains;
}
