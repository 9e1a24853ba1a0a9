import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { ReadDrift } from '#runtime/ports/drift.ts';
import type { ReadRecentCalls } from '#runtime/ports/access-log.ts';
import type { ReadReport } from '#runtime/ports/reports.ts';
import { type CallListeners, openCallListeners } from '../listeners/call-listeners.ts';
import {
  type CallObserver,
  type CallObserverOptions,
  openCallObserver,
} from '../observability/observe-calls.ts';
import { watchCalls } from '../observability/watch-calls.ts';
import type { Services } from '../served/served-generation.ts';
import type { CallTls } from '../served/servers.ts';
import type { Serving } from '../served/serving.ts';
import { openServices, type ServiceSources } from './open-services.ts';

/** The parts of a thread that serves calls. */
export interface CallServer {
  readonly observer: CallObserver;
  readonly services: Services;
  /** The listeners of the thread, which do not listen yet. */
  readonly listeners: CallListeners;
}

export interface CallServerOptions
  extends Omit<ServiceSources, 'observer' | 'readers' | 'options'>, CallObserverOptions {
  readonly options: ServiceSources['options'] & CallObserverOptions['options'];
  readonly serving: Serving;
  readonly readReport: ReadReport;
  /** Reads the drift that all threads have observed; absent if this is the only thread. */
  readonly readDrift?: ReadDrift;
  /** Reads the calls that all threads have completed; absent if this is the only thread. */
  readonly readRecentCalls?: ReadRecentCalls;
}

/** Opens the parts that serve calls in this thread; `opened` closes them. Rejects with a StartupError. */
export async function openCallServer(
  declared: GatewaySettings,
  tls: CallTls,
  given: CallServerOptions,
  opened: AsyncDisposableStack,
): Promise<CallServer> {
  const { serving, readReport } = given;
  const observer = await openCallObserver(declared, given, opened);
  const readOwnDrift: ReadDrift = async (apis) => observer.readDrift(apis);
  const readOwnCalls: ReadRecentCalls = async (consumerKeys) => observer.readRecentCalls(consumerKeys);
  const readers = {
    readReport,
    readDrift: given.readDrift ?? readOwnDrift,
    readRecentCalls: given.readRecentCalls ?? readOwnCalls,
  };
  const services = await openServices(declared, { ...given, observer, readers }, opened);
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
  return { observer, services, listeners };
}
