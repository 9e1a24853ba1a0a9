import { connect, type Socket } from 'node:net';
import { Agent, request } from 'undici';
import { expect } from 'vitest';
import { eventually } from '../../../eventually.ts';
import type { RateLimit } from '#compiled/manifest.ts';
import type { CompiledEndpoint } from '#compiled/compiled-api.ts';
import { openGateway, type OptionsInTest } from '../../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe, type ApiInTest } from '../../table-builder.ts';

export const consumerKey = 'DogWalker-production';
export const dogs = '/dog_park/v1/dogs';

const timeouts = { connectMs: 20_000, firstByteMs: 20_000, idleMs: 20_000 };

/** How many connections and listeners this process has open, whoever opened them. */
export function countSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
}

export interface FaultyOptions extends OptionsInTest {
  readonly api?: Partial<ApiInTest>;
  readonly endpoint?: Partial<CompiledEndpoint>;
  readonly limit?: RateLimit;
}

export type FaultyGateway = Awaited<ReturnType<typeof openFaultyGateway>>;

/** A gateway before an upstream that misbehaves, or for clients that do. */
export async function openFaultyGateway(
  upstream: { readonly url: string; readonly openConnections: () => number | Promise<number> },
  { api, endpoint, limit, ...options }: FaultyOptions = {},
) {
  const operations = ['GET', 'POST', 'PUT', 'HEAD'].flatMap((method) => [
    `${method} /dogs`,
    `${method} /dogs/{id}`,
  ]);
  const tableWith = (declared: CompiledEndpoint['timeouts']) =>
    buildTable({
      apis: [
        defineApi({
          operations,
          endpoints: { production: { targets: [upstream.url], timeouts: declared, ...endpoint } },
          maxBodyBytes: 1_000_000_000,
          ...api,
        }),
      ],
      applications: [defineApplication('DogWalker')],
      subscriptions: [subscribe('DogWalker')],
      tiers: [{ name: 'gold', ...(limit ? { limit } : {}) }],
    });
  const gateway = await openGateway(tableWith(timeouts), options);
  const authorization = `Authorization: Bearer ${await gateway.tokenFor(consumerKey)}`;
  const call = (method: string, path: string, body?: string | Buffer, heard?: () => void) =>
    callOnce(`${gateway.url}${path}`, { method, authorization, body, heard });
  return {
    ...gateway,
    authorization,
    /**
     * One call on a separate connection: `200 ok`, `502 upstream_invalid`, or `cut off`. Each part of the answer's body
     * is `heard` when it arrives.
     */
    outcome: call,
    /** A raw connection on which these bytes were sent. */
    begin: (...lines: readonly string[]) => begin(gateway.port, lines),
    /** The state after every fault: no open resources, and a gateway that still serves. */
    expectWell: async () => {
      expect(await call('GET', dogs)).toBe('200 ok');
      expect(gateway.faults).toEqual([]);
    },
    /**
     * No client's connection stays; and once another generation serves, none to the upstream either, since its
     * connections are let go with the last call of the last generation that has them.
     */
    expectNothingLeft: async () => {
      await eventually(async () => expect(await gateway.openConnections()).toBe(0));
      await gateway.swap(tableWith({ ...timeouts, connectMs: timeouts.connectMs + 1 }));
      await eventually(async () => expect(await upstream.openConnections()).toBe(0));
      expect(gateway.faults).toEqual([]);
    },
  };
}

interface OneCall {
  readonly method: string;
  readonly authorization: string;
  readonly body: string | Buffer | undefined;
  readonly heard: (() => void) | undefined;
}

async function callOnce(url: string, { method, authorization, body, heard }: OneCall): Promise<string> {
  const dispatcher = new Agent();
  const [name = '', value = ''] = authorization.split(': ');
  try {
    const options = { dispatcher, method: method as 'GET', headers: { [name]: value } };
    const answer = await request(url, { ...options, ...(body === undefined ? {} : { body }) });
    const parts: Buffer[] = [];
    for await (const part of answer.body) {
      parts.push(part as Buffer);
      heard?.();
    }
    const text = Buffer.concat(parts).toString();
    const { code } = text.startsWith('{"message"') ? (JSON.parse(text) as { code: string }) : { code: text };
    return `${answer.statusCode} ${code}`;
  } catch {
    return 'cut off';
  } finally {
    await dispatcher.destroy();
  }
}

/** A connection by hand. */
export interface RawClient extends Disposable {
  readonly socket: Socket;
  readonly read: () => string;
  /** Waits until the received data matches; rejects if the connection closes before. */
  readonly sees: (pattern: RegExp) => Promise<void>;
  readonly closed: Promise<void>;
}

function begin(port: number, lines: readonly string[]): RawClient {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined).on('data', (chunk) => (text += chunk.toString('latin1')));
  // Half of the connection stays open only for those who request it.
  socket.on('end', () => socket.end());
  socket.write(lines.join('\r\n'));
  const sees = async (pattern: RegExp) => {
    while (!pattern.test(text)) {
      if (socket.destroyed) throw new Error(`closed before ${pattern}: ${text}`);
      await new Promise<void>((resolve) => {
        const go = () => {
          socket.off('data', go).off('close', go);
          resolve();
        };
        socket.on('data', go).on('close', go);
      });
    }
  };
  return { socket, read: () => text, sees, closed, [Symbol.dispose]: () => void socket.destroy() };
}
