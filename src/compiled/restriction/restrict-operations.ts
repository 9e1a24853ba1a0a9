import type { CompiledOperation } from '../compiled-api.ts';
import { groupResources, operationOf, type Resource } from '../resources/resource.ts';
import { toRoutePattern } from '../resources/route-pattern.ts';
import { sameJson } from '../json.ts';

/**
 * Alternative sets of scopes: a call needs every scope of one set, so an empty list refuses every call. Undefined
 * requires no scope.
 */
type Scopes = CompiledOperation['scopes'];

/**
 * The operations of an API without the access that a newer declaration removes: without the operations that it removes,
 * and with the tokens and scopes that it requires. A path that leads to different resources in the two declarations
 * requires what both of them require.
 */
export function restrictOperations(
  earlier: readonly CompiledOperation[],
  newer: readonly CompiledOperation[],
): readonly CompiledOperation[] {
  if (sameJson(earlier, newer)) return earlier;
  const declared = [groupResources(earlier), groupResources(newer)];
  const all = new Map(declared.toReversed().flatMap((resources) => [...resources]));
  return [...all.keys()]
    .flatMap((pattern) => restrictResource(pattern, declared, all))
    .toSorted((one, other) => compare(one.path, other.path) || compare(one.method, other.method));
}

/** Resources by the pattern of their paths. */
type Resources = ReadonlyMap<string, Resource>;

function restrictResource(
  pattern: string,
  declared: readonly Resources[],
  all: Resources,
): readonly CompiledOperation[] {
  const path = all.get(pattern)?.template ?? '';
  const own = declared.flatMap((resources) => resources.get(pattern) ?? []);
  const methods = listMethods(
    own,
    declared.flatMap((resources) => findOverlapping(resources, path)),
  );
  const remaining = methods.flatMap((method) => {
    const needed = declared.map((resources) => operationsAt(resources, pattern, path, method));
    return needed.every(({ length }) => length > 0) ? [requireAll(method, path, needed.flat())] : [];
  });
  if (remaining.length > 0 || !findOverlapping(all, path).some(({ template }) => template !== path))
    return remaining;
  // Refuse every call to the resource: without it, its calls would lead to a less specific resource.
  return methods.map((method) => ({ method, path, scopes: [] }));
}

/**
 * Adds HEAD if an overlapping resource declares it: a declared HEAD can require more than the GET that replaces a
 * missing one.
 */
function listMethods(own: readonly Resource[], overlapping: readonly Resource[]): readonly string[] {
  const methods = new Set(own.flatMap(({ operations }) => operations.map(({ method }) => method)));
  if (methods.has('GET') && overlapping.some((resource) => operationOf(resource, 'HEAD')))
    methods.add('HEAD');
  return [...methods];
}

/** The operations that calls to `path` can reach in one declaration; empty if it refuses any of those calls. */
function operationsAt(
  resources: Resources,
  pattern: string,
  path: string,
  method: string,
): readonly CompiledOperation[] {
  const own = resources.get(pattern);
  const possible = own ? [own] : findOverlapping(resources, path);
  if (!own && !possible.some(({ template }) => covers(template, path))) return [];
  const operations = possible.flatMap((resource) => findOperation(resource, method) ?? []);
  return operations.length === possible.length ? operations : [];
}

function findOperation(resource: Resource, method: string): CompiledOperation | undefined {
  return operationOf(resource, method) ?? (method === 'HEAD' ? operationOf(resource, 'GET') : undefined);
}

/** The resources that share at least one path with a template. */
function findOverlapping(resources: Resources, path: string): readonly Resource[] {
  return [...resources.values()].filter(({ template }) =>
    everySegment(template, path, (one, other) => one === other || hasParameter(one) || hasParameter(other)),
  );
}

/** Whether every path that fits `path` also fits `template`. */
function covers(template: string, path: string): boolean {
  return everySegment(template, path, (one, other) => one === other || one === onlyParameter);
}

function everySegment(
  template: string,
  path: string,
  holds: (one: string, other: string) => boolean,
): boolean {
  const [segments, others] = [template, path].map((text) => text.split('/').map(toRoutePattern));
  return (
    segments?.length === others?.length &&
    !!segments?.every((one, index) => holds(one, others?.[index] ?? ''))
  );
}

/** The pattern of a segment that is only a parameter. */
const onlyParameter = toRoutePattern('{id}');

/** A literal colon is doubled in a pattern. */
function hasParameter(segment: string): boolean {
  return segment.replaceAll('::', '').includes(':');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/**
 * An operation that requires everything that any of `operations` requires. Its other fields are from the first of them.
 */
function requireAll(
  method: string,
  path: string,
  operations: readonly CompiledOperation[],
): CompiledOperation {
  const { access: _access, scopes: _scopes, ...first } = operations[0] ?? { method, path };
  if (operations.every(({ access }) => access === 'public'))
    return { ...first, method, path, access: 'public' };
  const scopes = operations.map((operation) => operation.scopes).reduce(requireBoth, undefined);
  return { ...first, method, path, ...(scopes && { scopes }) };
}

function requireBoth(one: Scopes, other: Scopes): Scopes {
  if (!one || !other) return one ?? other;
  const sets = one.flatMap((set) => other.map((also) => [...new Set([...set, ...also])].toSorted()));
  return sets.filter(
    (set, index) =>
      !sets.some(
        (part, place) => place !== index && isSubset(part, set) && (place < index || !isSubset(set, part)),
      ),
  );
}

/** Whether a set includes every scope of another one. */
function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((scope) => whole.includes(scope));
}
