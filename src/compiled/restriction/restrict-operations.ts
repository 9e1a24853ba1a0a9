import type { CompiledOperation } from '../compiled-api.ts';
import { groupResources, operationOf, type Resource } from '../resources/resource.ts';
import { toRoutePattern } from '../resources/route-pattern.ts';
import { sameJson } from '../json.ts';

/** Sets of scopes, one of which a call must have; an empty list requires no scope. */
type Scopes = CompiledOperation['scopes'];

/**
 * An API's operations without the access that a newer declaration removes: removed operations, and calls without a
 * token or a scope that it requires. A path that leads to different resources in the two requires what both require.
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

/** By the pattern of their paths. */
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
  // Without the resource its calls would lead to a less specific one.
  return methods.map((method) => ({ method, path, scopes: [] }));
}

/** A HEAD that another resource declares can need more than the GET in its place. */
function listMethods(own: readonly Resource[], overlapping: readonly Resource[]): readonly string[] {
  const methods = new Set(own.flatMap(({ operations }) => operations.map(({ method }) => method)));
  if (methods.has('GET') && overlapping.some((resource) => operationOf(resource, 'HEAD')))
    methods.add('HEAD');
  return [...methods];
}

/** What a call of a path that leads to a resource of either table can be in one of them; none if that refuses some of them. */
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

/** Resources that some path leads to that also fits a template. */
function findOverlapping(resources: Resources, path: string): readonly Resource[] {
  return [...resources.values()].filter(({ template }) =>
    everySegment(template, path, (one, other) => one === other || hasParameter(one) || hasParameter(other)),
  );
}

/** Whether every path that fits the second template fits the first one. */
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

/** A literal colon is written twice. */
function hasParameter(segment: string): boolean {
  return segment.replaceAll('::', '').includes(':');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** An operation that requires everything that some operations require; its other fields are those of the first. */
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
        (less, place) => place !== index && isEnough(less, set) && (place < index || !isEnough(set, less)),
      ),
  );
}

/** Whether the second set of scopes includes the first. */
function isEnough(less: readonly string[], set: readonly string[]): boolean {
  return less.every((scope) => set.includes(scope));
}
