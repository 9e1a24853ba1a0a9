import type { EnvoyResource } from '../envoy-resources.ts';

/** The part of the filter that `countCalls` writes for each limit. */
interface CountingFilter {
  readonly descriptors: readonly { readonly entries: readonly object[] }[];
}

/** The filter that counts calls, with the limits of other tables added. */
export function keepLimits(limits: EnvoyResource, others: readonly EnvoyResource[]): EnvoyResource {
  const filter = filterOf(limits);
  const known = new Map(filter.descriptors.map((descriptor) => [JSON.stringify(descriptor), descriptor]));
  for (const { descriptors } of others.map(filterOf))
    for (const descriptor of descriptors) known.set(JSON.stringify(descriptor), descriptor);
  if (known.size === filter.descriptors.length) return limits;
  return { ...limits, typed_config: { ...filter, descriptors: [...known.values()] } };
}

function filterOf(limits: EnvoyResource): CountingFilter {
  return limits['typed_config'] as CountingFilter;
}
