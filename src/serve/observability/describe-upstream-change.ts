import type { UpstreamChange } from '#runtime/gateway/upstream/upstream-pools.ts';

const predicates: Readonly<Record<UpstreamChange['change'], string>> = {
  opened: 'is not called for a while: its circuit is open after too many failed calls',
  closed: 'is called again: its circuit is closed after a successful call',
  unhealthy: 'fails its health check and is called only if no other target is left',
  healthy: 'passes its health check again',
};

/** Describes the effect of an upstream's change on calls, as one sentence. */
export function describeUpstreamChange({ url, change }: UpstreamChange): string {
  return `The upstream ${url} ${predicates[change]}.`;
}
