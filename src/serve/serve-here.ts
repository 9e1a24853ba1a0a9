import { createListener } from './create-listener.ts';
import { renewTls } from './follow-tls.ts';
import { closeListener, listen } from './listen.ts';
import { openServices, type ServiceSources } from './open-services.ts';
import { prepareGeneration } from './prepared-generation.ts';
import type { Services } from './served-generation.ts';
import type { Servers } from './servers.ts';
import type { Serving } from './serving.ts';

/** Serves calls in this thread, until `opened` is disposed of. */
export function serveHere(sources: ServiceSources, serving: Serving, opened: AsyncDisposableStack): Servers {
  let services: Services | undefined;
  let takeTls: Servers['takeTls'] = () => undefined;
  return {
    open: async (declared, address, tls) => {
      services = await openServices(declared, sources, opened);
      const listener = createListener({
        settings: declared,
        tls,
        current: () => serving.generation,
        state: () => serving.state,
        reportFault: services.reports.reportFault,
      });
      opened.adopt(listener, closeListener);
      takeTls = (material) => renewTls(listener.server, material);
      return listen(listener, address);
    },
    load: async (table) => {
      if (!services) throw new Error('a table was loaded before there were services');
      (await prepareGeneration(table, services, serving)).enter();
    },
    listen: async () => undefined,
    takeTls: (material) => takeTls(material),
    drain: () => undefined,
  };
}
