import { SourceFile, type SourceDocument } from '#compiler/workspace/source-file.ts';
import { PlaceIndex } from './place-index.ts';
import type { PlaceTape } from './place-tape.ts';
import { readSimpleYaml, type SimpleDocument, type SimpleYaml } from './simple-yaml/read-simple-yaml.ts';
import { rereadSimpleYaml } from './simple-yaml/reread-simple-yaml.ts';

/** A file of YAML that is as simple as most. */
export class SimpleYamlFile extends SourceFile {
  readonly yaml: SimpleYaml;

  constructor(path: string, text: string, yaml: SimpleYaml, before?: SimpleYamlFile) {
    const documents = yaml.documents.map((document) => toDocument(text, yaml.places, document));
    super(path, text, documents, [], before);
    this.yaml = yaml;
  }
}

/**
 * Parses YAML 1.2, one or more documents; undefined if they are not as simple as most. With an earlier state of the
 * file, only what differs from it is read, as far as possible.
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
  };
}

function valueAt(root: unknown, pointer: readonly string[]): unknown {
  let value = root;
  for (const token of pointer) {
    value = Array.isArray(value) ? value[Number(token)] : (value as Readonly<Record<string, unknown>>)[token];
  }
  return value;
}
