import { median } from '../lint/measure.ts';
import { wakeUpSeconds, type Bench } from './bench.ts';
import type { CallList } from './calls.ts';
import type { RunningServer } from './server-process.ts';
import { loadByWrk } from './wrk.ts';

/** A server, and the calls that are sent to it. */
export interface Measured {
  readonly server: RunningServer;
  readonly list: CallList;
}

/** The results of a server in one turn. */
export interface Turn {
  readonly perSecond: number;
  /** Microseconds of processor time for a request. */
  readonly microseconds: number;
  /** Of one core. */
  readonly busy: number;
  readonly failed: number;
}

const warmUpSeconds = 3;

/** Until each call was made once: the first one prepares it, which must not be measured. */
export async function warmUp({ server, list }: Measured): Promise<void> {
  let seconds = warmUpSeconds;
  while ((await loadByWrk(server.origin, list, seconds)).requests < list.calls.length) seconds *= 2;
}

/** Each server once a round, so that other load on the machine affects all of them; returns its turns by name. */
export async function measureInTurn(
  { turns, seconds }: Bench,
  measured: readonly Measured[],
): Promise<ReadonlyMap<string, readonly Turn[]>> {
  const taken = new Map(measured.map(({ server }) => [server.name, [] as Turn[]]));
  for (const each of measured) await warmUp(each);
  for (let round = 0; round < turns; round += 1) {
    for (const { server, list } of measured) {
      await loadByWrk(server.origin, list, wakeUpSeconds);
      taken.get(server.name)?.push(await takeTurn(server, list, seconds));
    }
  }
  return taken;
}

async function takeTurn(server: RunningServer, list: CallList, duration: number): Promise<Turn> {
  const before = server.processorSeconds();
  const { requests, failed, seconds } = await loadByWrk(server.origin, list, duration);
  const spent = server.processorSeconds() - before;
  return {
    perSecond: requests / seconds,
    microseconds: (spent * 1e6) / requests,
    busy: spent / seconds,
    failed,
  };
}

/** For each figure separately, except that failed requests are added up. */
export function medianTurn(turns: readonly Turn[]): Turn {
  return {
    perSecond: median(turns.map(({ perSecond }) => perSecond)),
    microseconds: median(turns.map(({ microseconds }) => microseconds)),
    busy: median(turns.map(({ busy }) => busy)),
    failed: turns.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** The median, over the rounds, of how many times the processor time of one server is that of the other. */
export function ratioOf(ours: readonly Turn[], theirs: readonly Turn[]): number {
  return median(
    ours.map(({ microseconds }, round) => microseconds / (theirs[round]?.microseconds ?? Number.NaN)),
  );
}
