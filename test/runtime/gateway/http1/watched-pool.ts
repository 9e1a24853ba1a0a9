import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { Http1Pool } from '#runtime/gateway/upstream/http1/http1-pool.ts';
import { freePort } from '../../free-port.ts';
import { onEachHead, openRawUpstream } from './raw-upstream.ts';

/** A request that has arrived and has no answer yet. */
export interface Arrived {
  readonly socket: Socket;
  readonly path: string;
}

/** Answers with the path that was requested. */
export function answer(
  { socket, path }: Arrived,
  field: string,
  { length = path.length, more = '' } = {},
): void {
  socket.write(`HTTP/1.1 200 OK\r\n${field}Content-Length: ${length}\r\n\r\n${path}${more}`);
}

export type PatientUpstream = Awaited<ReturnType<typeof openPatientUpstream>>;

/** Opens an upstream that answers on demand, and lets requests without an answer wait. */
export async function openPatientUpstream() {
  const state = { arrived: [] as Arrived[], answersAtOnce: false };
  const upstream = await openRawUpstream((socket) =>
    onEachHead(socket, (head) => {
      const call = { socket, path: head.split(' ')[1] ?? '' };
      if (state.answersAtOnce) answer(call, '');
      else state.arrived.push(call);
    }),
  );
  return Object.assign(state, upstream, { deafPort: await freePort() });
}

/** Whether there is a listener where a connection is to be opened. */
export type Outcome = 'good' | 'refused';

/** The connections of a pool, as they are on their way and afterwards. */
export class WatchedPool {
  readonly pool: Http1Pool;
  readonly sockets = new Set<Socket>();
  /** How many there were at a time, at most. */
  most = 0;
  #opening = 0;
  readonly #outcomes: readonly Outcome[];
  readonly #deafPort: number;
  #next = 0;

  constructor(upstream: PatientUpstream, maxConnections: number, outcomes: readonly Outcome[] = ['good']) {
    this.#deafPort = upstream.deafPort;
    this.#outcomes = outcomes;
    const connect = buildConnector({ timeout: 5000, allowH2: false });
    this.pool = new Http1Pool({
      origin: upstream.origin,
      maxConnections,
      connected: () => undefined,
      connect: (options, told) => {
        this.#opening += 1;
        this.most = Math.max(this.most, this.#opening + this.alive);
        connect(this.#address(options), (...result) => {
          this.#opening -= 1;
          if (result[1]) this.sockets.add(result[1]);
          told(...result);
        });
      },
    });
  }

  get alive(): number {
    return [...this.sockets].filter(({ destroyed }) => !destroyed).length;
  }

  #address(options: buildConnector.Options): buildConnector.Options {
    const outcome = this.#outcomes[this.#next++ % this.#outcomes.length];
    return outcome === 'refused' ? { ...options, port: String(this.#deafPort) } : options;
  }
}
