import { Agent, request } from 'undici';
import type { Fleet } from './open-fleet.ts';

/** Calls on a connection of its own, so that any of the Envoys answers. */
export async function call({ url, token }: Pick<Fleet, 'url' | 'token'>, path: string) {
  const dispatcher = new Agent();
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, headers: received, body } = await request(`${url}${path}`, { headers, dispatcher });
  const answer = {
    status: statusCode,
    digest: String(received['gatewright-digest']),
    text: await body.text(),
  };
  await dispatcher.close();
  return answer;
}

/** The distinct answers of all Envoys. */
export async function answersTo(
  fleet: Pick<Fleet, 'url' | 'token'>,
  path: string,
): Promise<readonly string[]> {
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(fleet, path)));
  return [
    ...new Set(
      answers.map(({ status, digest, text }) => `${status} ${digest} ${/"code":"(\w+)"/.exec(text)?.[1]}`),
    ),
  ];
}
