import type { UpstreamChange } from '../../runtime/gateway/upstream/upstream-pools.ts';

const predicates: Readonly<Record<UpstreamChange['change'], string>> = {
  opened: 'is left alone for a while, since too many of its calls have failed',
  closed: 'is called again, since a call of it went well',
  unhealthy: 'fails its health check, and is called only where no other target is left',
  healthy: 'passes its health check again',
};

/** What an upstream's change means for calls, as one sentence. */
export function describeUpstreamChange({ url, change }: UpstreamChange): string {
  return `The upstream ${url} ${predicates[change]}.`;
}
