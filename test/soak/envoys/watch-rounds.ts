import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { nameOfOwn } from './round-sources.ts';

/** An answer to a call of what a round declares. */
interface RoundAnswer {
  readonly asked: number;
  readonly api: 'walks' | 'own';
  readonly status: number;
  readonly digest: string;
  readonly text: string;
}

/** What a watch of rounds has seen. */
export interface Watched {
  /** The digests of the tables that have answered. */
  readonly digests: ReadonlySet<string>;
  /** Answers that are not wholly of the table that their digest names. */
  readonly mixed: readonly (RoundAnswer & { readonly round: number | undefined })[];
}

/** Between two calls of a connection, in milliseconds, so that the processes that are tested get processor time. */
const pauseMs = 5;

/** How many rounds are asked for: the next one, and those before it. */
const askedRounds = 5;

/** Calls what rounds declare, the newest ones in turn, on several connections; `roundOf` is the round of each digest. */
export function watchRounds(
  { url, token }: { readonly url: string; readonly token: string },
  newest: () => number,
  roundOf: ReadonlyMap<string, number>,
) {
  const seen = new Map<string, RoundAnswer>();
  const stopped = new AbortController();
  const dispatcher = new Agent({ connections: 4, pipelining: 1 });
  let count = 0;
  const look = async () => {
    while (!stopped.signal.aborted) {
      count += 1;
      const asked = Math.max(0, newest() + 1 - (count % askedRounds));
      const answer = await callRound(
        url,
        token,
        { asked, api: count % 2 === 0 ? 'walks' : 'own' },
        dispatcher,
      );
      seen.set(JSON.stringify(answer), answer);
      await delay(pauseMs);
    }
  };
  const looking = Promise.all(Array.from({ length: 4 }, look));
  const stop = async (): Promise<Watched> => {
    stopped.abort();
    await looking;
    await dispatcher.destroy();
    const answers = [...seen.values()].map((answer) => ({ ...answer, round: roundOf.get(answer.digest) }));
    return {
      digests: new Set(answers.map(({ digest }) => digest)),
      mixed: answers.filter((answer) => !isOf(answer.round, answer)),
    };
  };
  return { stop };
}

/** Whether an answer is the one that a table of a round gives. */
function isOf(round: number | undefined, { asked, api, status, text }: RoundAnswer): boolean {
  if (round === undefined) return false;
  if (round !== asked)
    return status === 404 && text.includes(api === 'walks' ? '"resource_unknown"' : '"api_unknown"');
  const path = `/${api === 'walks' ? 'round' : 'own'}_${round}/walks_${round}`;
  const upstream = round % 2 === 0 ? 'even' : 'odd';
  return status === 200 && text === JSON.stringify({ upstream, path });
}

async function callRound(
  url: string,
  token: string,
  { asked, api }: Pick<RoundAnswer, 'asked' | 'api'>,
  dispatcher: Agent,
): Promise<RoundAnswer> {
  const context = api === 'walks' ? 'walks' : nameOfOwn(asked).toLowerCase();
  const { statusCode, headers, body } = await request(`${url}/${context}/v1/walks_${asked}`, {
    dispatcher,
    headers: { authorization: `Bearer ${token}` },
  });
  const digest = String(headers['gatewright-digest']);
  return { asked, api, status: statusCode, digest, text: await body.text() };
}
