import { SourceFile, type SourceDocument } from '../../workspace/source-file.ts';
import { PlaceIndex } from './place-index.ts';
import type { PlaceTape } from './place-tape.ts';
import { readSimpleYaml, type SimpleDocument } from './simple-yaml/read-simple-yaml.ts';

/** Parses YAML 1.2, one or more documents; undefined if they are not as simple as most. */
export function parseSimpleYaml(path: string, text: string): SourceFile | undefined {
  const simple = readSimpleYaml(text);
  if (!simple) return undefined;
  const documents = simple.documents.map((document) => toDocument(text, simple.places, document));
  return new SourceFile(path, text, documents, []);
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
