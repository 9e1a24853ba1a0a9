import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { buildConnector, type Dispatcher } from 'undici';
import type { Connections } from '#runtime/gateway/upstream/upstream-pool.ts';
import { Http1Pool } from '#runtime/gateway/upstream/http1/http1-pool.ts';

/** What a handler may do besides recording, at every event. */
export interface Behaviour {
  readonly start?: (controller: Dispatcher.DispatchController) => void;
  readonly head?: (controller: Dispatcher.DispatchController, status: number) => void;
  readonly data?: (controller: Dispatcher.DispatchController, chunk: Buffer) => void;
  readonly end?: (controller: Dispatcher.DispatchController) => void;
}

/** An answer as its handler received it. */
export interface Told {
  readonly hints: { readonly status: number; readonly fields: IncomingHttpHeaders }[];
  status?: number;
  fields?: IncomingHttpHeaders;
  body: string;
  trailers?: IncomingHttpHeaders;
  /** The code of the error, or else its name. */
  failure?: string;
}

/** A request that was handed to a pool, and the events of its handler. */
export class AskedCall implements Dispatcher.DispatchHandler {
  readonly told: Told = { hints: [], body: '' };
  readonly settled: Promise<Told>;
  controller: Dispatcher.DispatchController | undefined;
  upgraded: Duplex | undefined;
  error: Error | undefined;
  /** How often it received an end. */
  ends = 0;
  readonly #behaviour: Behaviour;
  readonly #settle: (told: Told) => void;

  constructor(behaviour: Behaviour = {}) {
    this.#behaviour = behaviour;
    const { promise, resolve } = Promise.withResolvers<Told>();
    this.settled = promise;
    this.#settle = resolve;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    this.#behaviour.start?.(controller);
  }

  onRequestUpgrade(
    _controller: Dispatcher.DispatchController,
    status: number,
    fields: IncomingHttpHeaders,
    socket: Duplex,
  ): void {
    this.upgraded = socket;
    this.#end({ status, fields: { ...fields } });
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    fields: IncomingHttpHeaders,
  ): void {
    if (status < 200) this.told.hints.push({ status, fields: { ...fields } });
    else Object.assign(this.told, { status, fields: { ...fields } });
    this.#behaviour.head?.(controller, status);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.told.body += chunk.toString('latin1');
    this.#behaviour.data?.(controller, chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    this.#end({ trailers: { ...trailers } });
    this.#behaviour.end?.(controller);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.error = error;
    this.#end({ failure: 'code' in error ? String(error.code) : error.name });
  }

  #end(last: Partial<Told>): void {
    this.ends += 1;
    Object.assign(this.told, last);
    this.#settle(this.told);
  }
}

export function openPool(origin: string, maxConnections = 1, connectMs = 5000): Http1Pool {
  const connect = buildConnector({ timeout: connectMs, allowH2: false, rejectUnauthorized: false });
  return new Http1Pool({ origin, maxConnections, connect, connected: () => undefined });
}

/** Requests `/` by default. */
export function ask(
  pool: Connections,
  options: Partial<Dispatcher.DispatchOptions> = {},
  behaviour: Behaviour = {},
): AskedCall {
  const call = new AskedCall(behaviour);
  pool.dispatch({ method: 'GET', path: '/', ...options }, call);
  return call;
}
