import { isJsonObject } from '../../../compiled/json.ts';

/** The paths to the schemas of a file by what `$ref` may call them, from the root. */
type PathsByName = ReadonlyMap<string, readonly (readonly string[])[]>;

const known = new WeakMap<object, PathsByName>();

/**
 * The paths to all schemas of a file that a reference calls so: `#name` for `$anchor: name` (JSON Schema 2020-12, section
 * 8.2.2) and up to draft-07 for `$id: '#name'`, or the text of an `$id`.
 */
export function findNamedSchemas(root: unknown, reference: string): readonly (readonly string[])[] {
  if (typeof root !== 'object' || root === null) return [];
  const paths = known.get(root) ?? collectNames(root);
  known.set(root, paths);
  return paths.get(reference) ?? [];
}

/** Members whose values are data, not schemas. */
const data = /^(example|examples|default|enum|const|x-.*)$/;

function collectNames(root: object): PathsByName {
  const paths = new Map<string, string[][]>();
  const visit = (value: unknown, path: string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isJsonObject(value)) {
      for (const name of namesOf(value)) paths.set(name, [...(paths.get(name) ?? []), path]);
    }
    for (const [key, member] of Object.entries(value)) if (!data.test(key)) visit(member, [...path, key]);
  };
  visit(root, []);
  return paths;
}

function namesOf(schema: object): readonly string[] {
  const { $id, $anchor, $dynamicAnchor } = schema as Readonly<Record<string, unknown>>;
  const anchors = [$anchor, $dynamicAnchor].filter((name) => typeof name === 'string');
  return [...anchors.map((name) => `#${name}`), ...(typeof $id === 'string' && $id !== '' ? [$id] : [])];
}
