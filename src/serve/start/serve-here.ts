import type { ReadReport } from '#runtime/ports/reports.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { openCallListeners } from '../listeners/call-listeners.ts';
import type { UsageRecorder } from '#runtime/state/usage/usage-recorder.ts';
import { openCallObserver, type CallObserver, type WriteLines } from '../observability/observe-calls.ts';
import type { AddUsage } from '../observability/report-usage.ts';
import { openServices, type ServiceSources } from './open-services.ts';
import { prepareGeneration } from '../generation/prepared-generation.ts';
import type { Services } from '../served/served-generation.ts';
import type { Servers } from '../served/servers.ts';
import type { Serving } from '../served/serving.ts';
import { watchCalls } from '../observability/watch-calls.ts';

/** The objects that this thread serves with. */
export interface HereOptions extends Omit<ServiceSources, 'options' | 'observer' | 'serving' | 'readers'> {
  readonly options: GatewayOptions;
  /** Undefined if no access log is kept. */
  readonly writeLines: WriteLines | undefined;
  readonly readReport: ReadReport;
  readonly usage: Pick<UsageRecorder, 'add' | 'read'>;
}

/** Serves calls in this thread, until `opened` is disposed of. */
export function serveHere(given: HereOptions, serving: Serving, opened: AsyncDisposableStack): Servers {
  let observer: CallObserver | undefined;
  let services: Services | undefined;
  let takeTls: Servers['takeTls'] = () => undefined;
  return {
    open: async (declared, addresses, tls) => {
      const addUsage: AddUsage = (increments) => given.usage.add(increments);
      observer = await openCallObserver(declared, { ...given, serving, addUsage }, opened);
      const { readDrift } = observer;
      const readers = {
        readReport: given.readReport,
        readDrift: async (apis: readonly string[]) => readDrift(apis),
      };
      services = await openServices(declared, { ...given, observer, serving, readers }, opened);
      watchCalls(serving.inFlight, services, opened);
      const listeners = openCallListeners(
        {
          settings: declared,
          tls,
          inFlight: serving.inFlight,
          current: () => serving.generation,
          state: () => serving.state,
          reportError: services.reports.reportError,
          callBegan: observer.callBegan,
          callEnded: observer.callEnded,
          refused: observer.refused,
        },
        opened,
      );
      takeTls = (material) => listeners.takeTls(material);
      return listeners.listen(addresses);
    },
    load: async (table) => {
      if (!services) throw new Error('a table was loaded before there were services');
      (await prepareGeneration(table, services, serving)).enter();
    },
    store: () => {
      if (!services) throw new Error('the store was asked for before there were services');
      return services;
    },
    listen: async () => undefined,
    takeTls: (material) => takeTls(material),
    drain: () => undefined,
    metrics: async () => (observer && services ? [observer.read(services.pools.states())] : []),
  };
}
