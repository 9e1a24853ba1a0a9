import { isJsonObject } from '#compiled/json.ts';
import type { RememberedDefinition } from '#compiler/workspace/remembered-definition.ts';
import type { SourceDocument } from '#compiler/workspace/source-file.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import type { SourceFiles } from '../files/source-files.ts';
import { bundle, type Bundle } from './bundle.ts';
import { readOpenapiVersion } from './openapi-version.ts';
import { numberTextsInBundle } from './number-texts-in-bundle.ts';
import { originInBundle } from './origins.ts';
import type { Root } from './resolve-reference.ts';

interface Parsed {
  readonly openapi: Definition['openapi'];
  readonly bundled: Bundle;
}

/**
 * A definition whose findings are remembered. Its files have been read, and are parsed on first use of its contents.
 */
export function deferredDefinition(
  path: string,
  { files, notices }: RememberedDefinition,
  sources: SourceFiles,
): Definition {
  let parsed: Parsed | undefined;
  const parse = (): Parsed => (parsed ??= bundleAgain(path, sources));
  return {
    place: { file: path, document: 0, pointer: '' },
    files: Object.keys(files),
    notices,
    get openapi() {
      return parse().openapi;
    },
    get contract() {
      return parse().bundled.contract;
    },
    numberTexts: () =>
      numberTextsInBundle(parse().bundled, (file) => documentOf(file, sources)?.numberTexts()),
    originOf: (pointer) => originInBundle(parse().bundled, pointer).place,
    referenceTo: (pointer) => originInBundle(parse().bundled, pointer).reference,
  };
}

function bundleAgain(path: string, sources: SourceFiles): Parsed {
  const { value: root } = rootOf(path, sources);
  const place = { file: path, document: 0, pointer: '' };
  const openapi = isJsonObject(root) ? readOpenapiVersion(root, place, () => undefined)?.line : undefined;
  if (!isJsonObject(root) || !openapi) throw changed(path);
  return { openapi, bundled: bundle(root, path, openapi, (file) => rootOf(file, sources)) };
}

function rootOf(path: string, sources: SourceFiles): Extract<Root, { readonly value: unknown }> {
  const value = documentOf(path, sources)?.value;
  if (value === undefined) throw changed(path);
  return { value };
}

function documentOf(path: string, sources: SourceFiles): SourceDocument | undefined {
  const read = sources.get(path);
  return read && 'file' in read ? read.file.documents[0] : undefined;
}

/**
 * The error for a file that has changed. It is not expected, since remembered results belong to texts that were parsed
 * without an error.
 */
function changed(path: string): Error {
  return new Error(`${path} is not the document that is remembered`);
}
