import { Agent, request } from 'undici';
import { expect } from 'vitest';
import { signToken } from '../../export/envoy/plane-in-test.ts';
import { eventually } from '../../eventually.ts';
import { damages, type DamagedKind } from './damaged-resources.ts';
import type { openDamagedTables } from './damaged-tables.ts';

const kinds = Object.keys(damages) as readonly DamagedKind[];

/** How long a scenario may take for all kinds. */
export const patience = { timeout: 300_000 };

/** Whether calls of other APIs do not need it. */
export function isOfOneApi(kind: DamagedKind): boolean {
  return kind.endsWith('an upstream');
}

/** Checks again and again, with the patience for twelve Envoys that start at once. */
export function patiently(check: () => Promise<void> | void): Promise<void> {
  return eventually(check, { timeout: 90_000, interval: 500 });
}

/** Runs a scenario for all kinds, as many at once as given, since each waits for Envoy nearly all the time. */
export async function withEachKind(
  scenario: (kind: DamagedKind) => Promise<void>,
  atOnce = kinds.length,
): Promise<void> {
  const waiting = [...kinds];
  const failed: string[] = [];
  const runNext = async () => {
    for (let kind = waiting.shift(); kind !== undefined; kind = waiting.shift()) {
      try {
        await scenario(kind);
      } catch (error) {
        failed.push(`${kind}: ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  expect(failed).toEqual([]);
}

/** What calls of the APIs of both tables get from a table. */
export function answersOf(digest: string): readonly string[] {
  return [`200 ${digest}`, `200 ${digest}`];
}

/** Calls an Envoy that listens on a port with the tables. */
export async function openCaller(
  { ca, tableOf }: Awaited<ReturnType<typeof openDamagedTables>>,
  port: number,
) {
  const { keyManagerUrl: iss, gatewayUrl: aud } = tableOf(0, false).manifest.gateway;
  const authorization = `Bearer ${await signToken({ iss, aud })}`;
  /** The status of an answer and the table that it names; empty if there is none. */
  const get = async (path: string) => {
    const dispatcher = new Agent({ connect: { ca } });
    try {
      const { statusCode, body, headers } = await request(`https://127.0.0.1:${port}${path}`, {
        dispatcher,
        headers: { authorization },
      });
      await body.dump();
      return `${statusCode} ${String(headers['gatewright-digest'] ?? '')}`.trim();
    } catch {
      return '';
    } finally {
      await dispatcher.destroy();
    }
  };
  return {
    isReady: async () => (await get('/health/ready')) === '200',
    answers: () => Promise.all(['dogs', 'cats'].map((api) => get(`/${api}/v1/all`))),
  };
}
