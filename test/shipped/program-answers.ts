import { cp } from 'node:fs/promises';
import { sendRaw } from '../runtime/send-raw.ts';
import { freePort } from '../runtime/free-port.ts';
import { makeTestFolder, type AtEnd } from '../platform/in-folder.ts';
import { startCommand, untilListening } from '../cli/running-command.ts';
import { copyExamples } from '../store/open-example-store.ts';
import { makeOrigin } from '../serve/git-repository.ts';

/** The example repository, for several programs that serve it. */
export async function writeExamples(atEnd: AtEnd): Promise<string> {
  const folder = await makeTestFolder(atEnd);
  const { bare } = await makeOrigin(undefined, atEnd);
  await copyExamples(folder, bare, atEnd);
  return folder;
}

/**
 * Serves a copy of `examples` by a program, sends it the requests one after the other, and returns the answers without
 * what is new in each: the date, identifiers, tokens, and what is left of a limit.
 */
export async function answersOf(
  program: readonly string[],
  { examples, requests }: { readonly examples: string; readonly requests: readonly string[] },
  atEnd: AtEnd,
): Promise<readonly string[]> {
  const cwd = await makeTestFolder(atEnd);
  await cp(examples, cwd, { recursive: true });
  const port = await freePort();
  const options = ['--plain-http', '--port', String(port), '--admin-port', '0', '--log-format', 'json'];
  await untilListening(startCommand(cwd, ['run', ...options], { program, atEnd }));
  const token = /"access_token":"([^"]+)"/.exec(await sendRaw(port, tokenRequest))?.[1];
  if (token === undefined) throw new Error('the token endpoint issued no token');
  const answers: string[] = [];
  for (const request of requests)
    answers.push(withoutNews(await sendRaw(port, request.replaceAll('TOKEN', token)), port));
  return answers;
}

const body = 'grant_type=client_credentials';
const client = Buffer.from('kennel-sync-production:Z0ECO6NuVAdcttRKnoTZZ2aqIN3vwtet5WIBDROoH88').toString(
  'base64',
);
const tokenRequest = `POST /token HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic ${client}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;

const news: readonly (readonly [RegExp, string])[] = [
  [/^(date|x-request-id|ratelimit|retry-after|age|etag): .*$/gim, '$1: NEW'],
  [/[\w-]{20,}\.[\w-]{20,}(\.[\w-]+)*/g, 'SEALED'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID'],
  [/[\w-]{43,}/g, 'RANDOM'],
];

function withoutNews(answer: string, port: number): string {
  const known = answer.replaceAll(`:${port}`, ':PORT');
  return news.reduce((text, [pattern, name]) => text.replace(pattern, name), known);
}
