import type { EnvoyResource } from '../envoy-resources.ts';

/** The parts of the filter by `countCalls`: a descriptor for each limit, and an entry for each kind of limit. */
interface CountingFilter {
  readonly descriptors: readonly object[];
  readonly rate_limits: readonly { readonly actions: readonly object[] }[];
}

/** The filter that counts calls, with the limits of other tables added. */
export function keepLimits(limits: EnvoyResource, others: readonly EnvoyResource[]): EnvoyResource {
  const filter = filterOf(limits);
  const filters = [filter, ...others.map(filterOf)];
  const descriptors = unite(
    filters.map((each) => each.descriptors),
    (descriptor) => descriptor,
  );
  // Duplicate actions would count a call twice.
  const kinds = unite(
    filters.map((each) => each.rate_limits),
    ({ actions }) => actions,
  );
  const { descriptors: own, rate_limits: ownKinds } = filter;
  if (descriptors.length === own.length && kinds.length === ownKinds.length) return limits;
  return { ...limits, typed_config: { ...filter, descriptors, rate_limits: kinds } };
}

function filterOf(limits: EnvoyResource): CountingFilter {
  return limits['typed_config'] as CountingFilter;
}

/** The parts of all lists without duplicates; the first list takes precedence. */
function unite<Part>(lists: readonly (readonly Part[])[], nameOf: (part: Part) => object): readonly Part[] {
  const parts = lists
    .toReversed()
    .flatMap((list) => list.map((part) => [JSON.stringify(nameOf(part)), part] as const));
  return [...new Map(parts).values()];
}
