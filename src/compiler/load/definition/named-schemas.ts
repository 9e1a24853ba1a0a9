import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';

type Path = readonly string[];

/** A schema with an `$id`, to which the references in it are relative (JSON Schema 2020-12, section 8.2.1). */
export interface SchemaResource {
  /** The path from the root of the file. */
  readonly path: Path;
  /** The URL of the schema; undefined if its `$id` is relative and no schema around it has a URL. */
  readonly url: string | undefined;
}

interface Names {
  /** The paths from the root of the file to its schemas, by the text with which a `$ref` may refer to them. */
  readonly paths: ReadonlyMap<string, readonly Path[]>;
  /** The schemas with an `$id`, by pointer. */
  readonly resources: ReadonlyMap<string, SchemaResource>;
}

const known = new WeakMap<object, Names>();

function namesIn(root: unknown): Names | undefined {
  if (typeof root !== 'object' || root === null) return undefined;
  const names = known.get(root) ?? collectNames(root);
  known.set(root, names);
  return names;
}

/**
 * The paths to all schemas of a file to which a reference may refer: `#name` for `$anchor: name` (JSON Schema 2020-12,
 * section 8.2.2) and up to draft-07 for `$id: '#name'`, or the text of an `$id`, or its URL.
 */
export function findNamedSchemas(root: unknown, reference: string): readonly Path[] {
  return namesIn(root)?.paths.get(reference) ?? [];
}

/** The innermost schema with an `$id` around a place in a file. */
export function findResourceAround(root: unknown, pointer: string): SchemaResource | undefined {
  const resources = namesIn(root)?.resources;
  if (!resources || resources.size === 0) return undefined;
  let at = pointer;
  while (at !== '' && !resources.has(at)) at = at.slice(0, at.lastIndexOf('/'));
  return resources.get(at);
}

/** Members whose values are data, not schemas. */
const data = /^(example|examples|default|enum|const|x-.*)$/;

function collectNames(root: object): Names {
  const paths = new Map<string, Path[]>();
  const resources = new Map<string, SchemaResource>();
  // The path to the current value. It is copied only for schemas with names, which are few even in a large document.
  const tokens: string[] = [];
  const note = (schema: JsonObject, around: string | undefined): string | undefined => {
    const id = idOf(schema);
    const names = id === undefined ? anchorsOf(schema) : [...anchorsOf(schema), id];
    if (names.length === 0) return around;
    const path = [...tokens];
    const url = id === undefined ? around : resolveUrl(id, around);
    if (id !== undefined) resources.set(appendPointer('', ...path), { path, url });
    const all = id === undefined || url === undefined ? names : [...names, url];
    for (const name of new Set(all)) paths.set(name, [...(paths.get(name) ?? []), path]);
    return url;
  };
  const visit = (value: unknown, around: string | undefined): void => {
    if (typeof value !== 'object' || value === null) return;
    const url = isJsonObject(value) ? note(value, around) : around;
    for (const [key, member] of Object.entries(value)) {
      if (typeof member !== 'object' || data.test(key)) continue;
      tokens.push(key);
      visit(member, url);
      tokens.pop();
    }
  };
  visit(root, undefined);
  return { paths, resources };
}

/** The `$id` of a schema; undefined for one that begins with `#`, which is an anchor up to draft-07. */
function idOf({ $id }: JsonObject): string | undefined {
  return typeof $id === 'string' && $id !== '' && !$id.startsWith('#') ? $id : undefined;
}

function anchorsOf({ $id, $anchor, $dynamicAnchor }: JsonObject): readonly string[] {
  const anchors = [$anchor, $dynamicAnchor].filter((name) => typeof name === 'string');
  const old = typeof $id === 'string' && $id.startsWith('#') ? [$id] : [];
  return [...anchors.map((name) => `#${name}`), ...old];
}

/**
 * Resolves a reference to a URL, without the `#` of an empty fragment; undefined if it is relative and there is no URL
 * around it.
 */
export function resolveUrl(reference: string, around: string | undefined): string | undefined {
  if (!URL.canParse(reference, around)) return undefined;
  return new URL(reference, around).href.replace(/#$/, '');
}
