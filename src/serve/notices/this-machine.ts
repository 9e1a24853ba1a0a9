import { networkInterfaces } from 'node:os';
import { ForbiddenUpstreams } from '#compiled/settings/forbidden-upstreams.ts';

const loopback: readonly string[] = ['127.0.0.0/8', '0.0.0.0/8', '::1', '::'];

/**
 * The addresses of this machine, where the gateway itself listens, besides others that are forbidden. They are read again
 * each time, since they change while the gateway runs.
 */
export function forbidThisMachine(others: ForbiddenUpstreams): Pick<ForbiddenUpstreams, 'find'> {
  const own = Object.values(networkInterfaces()).flatMap((found) =>
    (found ?? []).map(({ address }) => address),
  );
  const here = new ForbiddenUpstreams([...loopback, ...own]);
  return { find: (address) => others.find(address) ?? here.find(address) };
}
