import { expect } from 'vitest';
import { eventually } from '../../eventually.ts';
import { openRecordingUpstream } from '../recording-upstream.ts';
import type { Outcome } from '../black-box-case.ts';
import { sendCase } from '../send-case.ts';
import type { PlacedText, RefusedText } from './accept-text.ts';
import type { Upstreams } from './declare-family.ts';
import { secretMarker } from './hostile-texts.ts';
import { listCalls } from './list-calls.ts';
import { runTable, type RunningTable } from './run-table.ts';

/** A call that the two data planes answered or forwarded in different ways, and the texts that it is about. */
export interface Difference {
  readonly texts: readonly (readonly [field: string, text: string])[];
  readonly call: string;
  readonly builtIn: Outcome;
  readonly envoy: Outcome;
}

export interface ComparedTable {
  readonly differences: readonly Difference[];
  readonly accepted: number;
  readonly refused: readonly RefusedText[];
}

/** Makes texts, serves those that are accepted on both data planes at once, and compares these call by call. */
export async function compareTable(
  makeTexts: (upstreams: Upstreams) => Promise<readonly (PlacedText | RefusedText)[]>,
): Promise<ComparedTable> {
  const cleanUps: (() => Promise<void>)[] = [];
  const atEnd = (clean: () => Promise<void>) => void cleanUps.push(clean);
  try {
    const upstream = await openRecordingUpstream(atEnd);
    const made = await makeTexts(upstream);
    const texts = chooseTexts(made.filter((each) => 'text' in each));
    const table = await runTable(texts, atEnd).catch((error: unknown) => {
      throw new Error(`A data plane does not start with ${JSON.stringify(texts.map(nameText))}`, {
        cause: error,
      });
    });
    const differences = await compareCalls(table, texts, upstream.takeSeen);
    await expectNoSecret(table);
    await expectSameLog(table);
    return { differences, accepted: texts.length, refused: made.filter((each) => 'because' in each) };
  } finally {
    for (const clean of cleanUps.toReversed()) await clean();
  }
}

/**
 * At most one for each field of the gateway, and no two that name the same file, variable or address of an API. No
 * endpoint has the host of one of the gateway's own addresses, which lint refuses.
 */
function chooseTexts(texts: readonly PlacedText[]): readonly PlacedText[] {
  const taken = new Set<string>();
  const ownHosts = new Set(texts.filter(({ field }) => field.kind === 'Gateway').flatMap(hostIn));
  return texts.filter(({ field, text }) => {
    if (field.name.startsWith('Api ') && hostIn({ text }).some((host) => ownHosts.has(host))) return false;
    const names = [
      ...(field.kind === 'Gateway' ? [`field ${field.name}`] : []),
      ...(/\/from(Env|File)$/.test(field.name) ? [`place ${text}`] : []),
      // Beside a text that is not the path itself, the path is the same for each API.
      ...(field.name.startsWith('Api alsoAt/')
        ? [`address ${field.name.endsWith('/path') ? text : ''}`]
        : []),
    ];
    if (names.some((name) => taken.has(name))) return false;
    for (const name of names) taken.add(name);
    return true;
  });
}

function hostIn({ text }: Pick<PlacedText, 'text'>): readonly string[] {
  const host = URL.parse(text)?.hostname;
  return host === undefined || host === '' ? [] : [host];
}

function nameText({ field, text }: PlacedText): readonly [string, string] {
  return [field.name, text];
}

async function compareCalls(
  table: RunningTable,
  texts: readonly PlacedText[],
  takeSeen: () => readonly Outcome['upstream'][number][],
): Promise<readonly Difference[]> {
  const target = { digest: table.compiled.digest, tokenFor: async () => '', takeSeen };
  const differences: Difference[] = [];
  for (const { index, bytes } of await listCalls(table)) {
    const sent = { name: 'drawn', bytes, expected: { answers: [], upstream: [] } };
    const builtIn = comparable(await sendCase(sent, { ...target, port: table.builtIn }));
    const envoy = comparable(await sendCase(sent, { ...target, port: table.envoy }));
    refuseSecret('an answer', JSON.stringify([builtIn, envoy]));
    if (JSON.stringify(builtIn) === JSON.stringify(envoy)) continue;
    const about = texts.filter((text) => text.index === index || text.field.kind === 'Gateway');
    differences.push({ texts: about.map(nameText), call: bytes, builtIn, envoy });
  }
  return differences;
}

/** Without what is a named deviation, and with a word for what differs from call to call. */
function comparable({ answers, upstream }: Outcome): Outcome {
  return {
    answers: answers.map((answer) => ({
      ...answer,
      headers: keep(answer.headers, (name) => !/^(x-)?ratelimit/.test(name)),
    })),
    upstream: upstream.filter(isCall).map((seen) => {
      const headers = keep(seen.headers, (name) => name !== 'tracestate');
      const named = Object.entries(headers).map(([name, value]) => [name, isMade(value) ? 'MADE' : value]);
      return { ...seen, headers: Object.fromEntries(named) as typeof headers };
    }),
  };
}

/** Health checks come at any time. */
function isCall({ headers }: Outcome['upstream'][number]): boolean {
  return headers['user-agent'] !== 'gatewright';
}

/** Whether a value is an assertion about a caller, or the identifier of a trace. */
function isMade(value: string | readonly string[]): boolean {
  return /^(eyJ|00-)/.test(String(value));
}

function keep<Value>(
  headers: Readonly<Record<string, Value>>,
  isKept: (name: string) => boolean,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
}

/** What an access log says about a call, in the lines of each data plane; those of Envoy have their keys in order. */
async function expectSameLog({ readAccessLog }: RunningTable): Promise<void> {
  await eventually(async () => {
    const text = await readAccessLog();
    refuseSecret('the access log', text);
    const lines = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      // Of a call that it answers itself Envoy notes less.
      .filter(({ status }) => status === 200);
    const about = ({ api, version, operation, application, keySet }: Record<string, unknown>) =>
      JSON.stringify(
        [api, version, operation, application, keySet].map((value) => String(value).toWellFormed()),
      );
    const [ofEnvoy, ofBuiltIn] = [true, false].map((isEnvoy) =>
      lines.filter((line) => (Object.keys(line)[0] !== 'level') === isEnvoy).map(about),
    );
    expect([...new Set(ofEnvoy)].toSorted()).toEqual([...new Set(ofBuiltIn)].toSorted());
  });
}

async function expectNoSecret({ readOperatorPages }: RunningTable): Promise<void> {
  for (const [page, text] of Object.entries(await readOperatorPages())) {
    refuseSecret(page, text);
    const refused = page === 'stats' && /^\S*(update_rejected|lua\S*\.errors): [1-9].*$/m.exec(text);
    if (refused) throw new Error(`Envoy has refused resources: ${refused[0]}`);
  }
}

function refuseSecret(where: string, text: string): void {
  if (text.includes(secretMarker)) throw new Error(`The secret of the environment is in ${where}: ${text}`);
}
