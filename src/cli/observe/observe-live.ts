import type { Exchange } from '#runtime/observation/exchange.ts';
import type { Observer } from '#runtime/observation/observer.ts';
import type { ProxyOptions } from '#serve/observe/observing-proxy.ts';
import { StartupError } from '#serve/served/startup-error.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import { awaitStopSignal } from '../run/signals.ts';

/** When to end if no signal arrives. */
interface End {
  readonly calls: number | undefined;
  readonly seconds: number | undefined;
}

/**
 * Runs the proxy until its end, and compares each call with the document. Returns sentences about calls that were not
 * compared.
 */
export async function observeLive(
  options: Omit<ProxyOptions, 'observe'>,
  end: End,
  observer: Observer,
  io: Io,
): Promise<readonly string[]> {
  const { startProxy } = await import('#serve/observe/observing-proxy.ts');
  using stop = awaitStopSignal();
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  let seen = 0;
  const observe = (exchange: Exchange): void => {
    observer.observe(exchange);
    seen += 1;
    if (seen === end.calls) resolve();
  };
  const proxy = await startProxy({ ...options, observe }).catch((error: unknown) => {
    throw error instanceof StartupError ? new CommandError(error.message, error.failure.help) : error;
  });
  const { host, pathname } = options.upstream;
  io.stderr.write(
    `Passing calls of ${proxy.url} on to ${options.upstream.protocol}//${host}${pathname === '/' ? '' : pathname}; Ctrl+C prints the report.\n`,
  );
  const timer = end.seconds === undefined ? undefined : setTimeout(resolve, end.seconds * 1000);
  await Promise.race([stop.received, enough]);
  clearTimeout(timer);
  await proxy.close();
  const webSockets = proxy.webSockets();
  return webSockets === 0
    ? []
    : [`${webSockets} WebSocket${webSockets === 1 ? '' : 's'}, passed on and not compared.`];
}
