import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { askForToken, pathsOf, type Call } from './calls.ts';
import type { MadeRepository } from './make-repository.ts';
import type { GatewayProgram } from './project.ts';
import {
  anyCertificate,
  launch,
  readProcessorSeconds,
  refuseEnded,
  startServer,
  stopProcess,
} from './server-process.ts';

/** A call of the first API, by an application that subscribes to it. */
export async function callOf(
  origin: string,
  { apis, applications, subscribers }: MadeRepository,
): Promise<Call> {
  const [api, subscriber] = [apis[0], subscribers[0]?.[0]];
  const application = applications.find(({ name }) => name === subscriber);
  if (!api || !application) throw new Error('The first API has no subscriber.');
  return { path: pathsOf(api)[0] ?? '', token: await askForToken(origin, application) };
}

/** A call that a gateway answers, also after its next start: its keys stay. */
export async function obtainCall(program: GatewayProgram, repository: MadeRepository): Promise<Call> {
  const server = await startServer(program);
  const call = await callOf(server.origin, repository);
  await server.stop();
  return call;
}

/** The time of a process from its start to its first 200. */
export interface StartCost {
  readonly seconds: number;
  readonly processorSeconds: number;
}

export async function timeStart(program: GatewayProgram, call: Call): Promise<StartCost> {
  const begun = performance.now();
  const child = launch(program);
  while ((await statusOf(program.origin, call)) !== 200) {
    refuseEnded(program, child);
    await sleep(5);
  }
  const seconds = (performance.now() - begun) / 1000;
  const processorSeconds = readProcessorSeconds(child.pid ?? 0);
  await stopProcess(child);
  return { seconds, processorSeconds };
}

const longestStart = 120_000;

/** Waits until a server answers a call with 200; throws after two minutes. */
export async function waitForAnswer(origin: string, call: Call): Promise<void> {
  const begun = performance.now();
  while ((await statusOf(origin, call)) !== 200) {
    if (performance.now() - begun > longestStart) throw new Error(`${origin} gives no answer to a call.`);
    await sleep(5);
  }
}

/** Undefined if nothing listens yet. */
export async function statusOf(origin: string, { path, token }: Call): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  try {
    const { statusCode, body } = await request(origin + path, { headers, dispatcher: anyCertificate });
    await body.dump();
    return statusCode;
  } catch {
    return undefined;
  }
}
