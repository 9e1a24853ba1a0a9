import { SourceFile, type SyntaxProblem, type SourceDocument } from '#compiler/workspace/source-file.ts';
import { maximumDepth } from './nesting.ts';
import { parseJson } from './parse-json.ts';
import { fullYaml, loadFullYaml } from './full-yaml.ts';
import { numberTextsAt } from './number-texts.ts';
import { PlaceIndex } from './place-index.ts';
import type { PlaceTape } from './place-tape.ts';
import { readSimpleYaml, type SimpleDocument, type SimpleYaml } from './simple-yaml/read-simple-yaml.ts';
import { rereadSimpleYaml } from './simple-yaml/reread-simple-yaml.ts';

/** A YAML file that the fast reader can read. */
class SimpleYamlFile extends SourceFile {
  readonly yaml: SimpleYaml;

  constructor(path: string, text: string, yaml: SimpleYaml, before?: SimpleYamlFile) {
    const documents = yaml.documents.map((document) => toDocument(text, yaml.places, document));
    super(path, text, documents, [], before);
    this.yaml = yaml;
  }
}

/**
 * Parses a file: JSON if its name ends in `.json`, YAML otherwise. With an earlier state of the file, reuses as much of
 * that as possible. Never rejects.
 */
export async function parseSource(path: string, text: string, before?: SourceFile): Promise<SourceFile> {
  const file = guardDepth(path, text, () => parseQuickly(path, text, before));
  if (file) return file;
  const { parseAnyYaml } = await loadFullYaml();
  return guardDepth(path, text, () => parseAnyYaml(path, text));
}

/** Like `parseSource`, but synchronous, for callers that have loaded all YAML readers. */
export function parseLoadedSource(path: string, text: string): SourceFile {
  return guardDepth(path, text, () => parseQuickly(path, text) ?? fullYaml().parseAnyYaml(path, text));
}

function parseQuickly(path: string, text: string, before?: SourceFile): SourceFile | undefined {
  if (path.endsWith('.json')) return parseJson(path, text);
  return parseSimpleYaml(path, text, before instanceof SimpleYamlFile ? before : undefined);
}

function guardDepth<T>(path: string, text: string, parse: () => T): T | SourceFile {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new SourceFile(path, text, [], [tooDeep]);
  }
}

const tooDeep: SyntaxProblem = {
  code: 'nesting-too-deep',
  message: `The file exceeds the nesting limit of ${maximumDepth} levels.`,
  help: 'Move the inner parts into components and refer to them.',
  span: { start: 0, end: 0 },
};

/**
 * Parses YAML 1.2 with the fast reader; undefined if the file needs the full one. With an earlier state of the file,
 * only the differences are read, as far as possible.
 */
export function parseSimpleYaml(
  path: string,
  text: string,
  before?: SimpleYamlFile,
): SimpleYamlFile | undefined {
  const yaml = (before && rereadSimpleYaml(before, text)) ?? readSimpleYaml(text);
  return yaml && new SimpleYamlFile(path, text, yaml, before);
}

function toDocument(text: string, places: PlaceTape, { value, root }: SimpleDocument): SourceDocument {
  const index = new PlaceIndex(text, places, root);
  return {
    value,
    locate: (pointer, part) => index.locate(pointer, part),
    scalarText(pointer) {
      const source = index.scalarAt(pointer);
      const scalar = source === undefined ? undefined : valueAt(value, pointer);
      return typeof scalar === 'string' ? scalar : source;
    },
    numberTexts: () => numberTextsAt(text, places, root),
  };
}

function valueAt(root: unknown, pointer: readonly string[]): unknown {
  let value = root;
  for (const token of pointer) {
    value = Array.isArray(value) ? value[Number(token)] : (value as Readonly<Record<string, unknown>>)[token];
  }
  return value;
}
