import { prepareGeneration } from '../generation/prepared-generation.ts';
import type { UsageOfCalls } from '../observability/record-usage.ts';
import type { Servers } from '../served/servers.ts';
import { type CallServer, type CallServerOptions, openCallServer } from './open-call-server.ts';

interface HereOptions extends Omit<
  CallServerOptions,
  'addUsage' | 'readDrift' | 'readRecentCalls' | 'readTargetStates'
> {
  readonly usage: UsageOfCalls;
}

/** Returns servers that use only this thread; `opened` closes them. */
export function serveHere(given: HereOptions, opened: AsyncDisposableStack): Servers {
  const { serving, usage } = given;
  const served = {
    ...given,
    addUsage: (increments: Parameters<UsageOfCalls['add']>[0]) => usage.add(increments),
  };
  let server: CallServer | undefined;
  return {
    open: async (declared, addresses, tls) => {
      server = await openCallServer(declared, tls, served, opened);
      return server.listeners.listen(addresses);
    },
    load: async (table) => {
      if (!server) throw new Error('a table was loaded before there were services');
      (await prepareGeneration(table, server.services, serving)).enter();
    },
    store: () => {
      if (!server) throw new Error('the store was asked for before there were services');
      return server.services;
    },
    listen: async () => undefined,
    takeTls: (material) => server?.listeners.takeTls(material),
    drain: () => undefined,
    metrics: async () => (server ? [server.observer.read(server.services.pools.states())] : []),
  };
}
