import { appendPointer, splitPointer } from '#source/place.ts';
import { findNamedSchemas, findResourceAround, resolveUrl } from './named-schemas.ts';

type Path = readonly string[];

/**
 * The path from the root of a file to what a reference at a place names, if it is relative to a schema with an `$id`
 * around that place (JSON Schema 2020-12, section 8.2.1), or names one. Whether a pointer in it has a target is not checked.
 */
export function findInResource(root: unknown, reference: string, at: string): Path | undefined {
  const hash = reference.indexOf('#');
  const [id, fragment] =
    hash === -1 ? [reference, ''] : [reference.slice(0, hash), decode(reference.slice(hash + 1))];
  // The file as a whole is one that needs no search.
  if (id === '' && at === '') return undefined;
  const around = findResourceAround(root, at);
  if (id === '') return around && findByFragment(root, around.path, fragment);
  const url = resolveUrl(id, around?.url) ?? id;
  const [path] = [...findNamedSchemas(root, url), ...findNamedSchemas(root, id)];
  return path && findByFragment(root, path, fragment);
}

/** An anchor is in the schema itself, not in one with an `$id` below it. */
function findByFragment(root: unknown, path: Path, fragment: string): Path | undefined {
  if (fragment === '' || fragment.startsWith('/')) return [...path, ...splitPointer(fragment)];
  const pointer = appendPointer('', ...path);
  return findNamedSchemas(root, `#${fragment}`).find((anchored) => {
    const around = findResourceAround(root, appendPointer('', ...anchored));
    return around && appendPointer('', ...around.path) === pointer;
  });
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
