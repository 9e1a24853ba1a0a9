import { fateOf, foldName } from '#compiled/header-fate.ts';
import type { Headers, Outcome, Seen } from '../black-box-case.ts';
import { forged, type Attack } from './attack.ts';
import { mayReach } from './may-reach.ts';

interface Measure {
  /** What the upstream receives of a call without an attack. */
  readonly honest: Seen;
  /** Whether the data plane takes the client for a trusted proxy, which may state where a call comes from. */
  readonly isTrusted: boolean;
}

/** What of the outcome of an attack no client may achieve, whatever the data plane. */
export function findViolations(
  { as }: Attack,
  { answers, upstream }: Outcome,
  { honest, isTrusted }: Measure,
): readonly string[] {
  const isBelieved = (name: string) => isTrusted && fateOf(name) === 'provenance';
  const answered = answers.filter(({ status }) => status >= 200).length;
  return [
    ...(answered === 1 ? [] : [`it was answered ${answered} times`]),
    ...(upstream.length > 1 ? [`the upstream was called ${upstream.length} times`] : []),
    ...upstream.flatMap((seen) => [
      ...(mayReach(as, seen.line) ? [] : [`${as ?? 'nobody'} reached ${seen.line}`]),
      ...findForged(seen, isBelieved),
      ...(contextOf(seen) === contextOf(honest) ? findReplaced(seen, honest.headers, isBelieved) : []),
    ]),
  ];
}

type IsBelieved = (name: string) => boolean;

/** Only a trusted proxy states where a call comes from, and what is for one connection ends there. */
function findForged({ headers, trailers = {} }: Seen, isBelieved: IsBelieved): readonly string[] {
  return Object.entries({ ...headers, ...trailers })
    .filter(([name, value]) => String(value).includes(forged) && fateOf(name) !== 'passed' && name !== 'via')
    .filter(([name]) => !isBelieved(name) || Object.hasOwn(trailers, name))
    .map(([name, value]) => `the upstream received ${name}: ${String(value)}`);
}

function contextOf({ line }: Seen): string | undefined {
  return line.split('/')[1];
}

/** What a gateway sends to the upstream with every call stays as it is, however the client spells its own. */
function findReplaced(
  { headers, trailers = {} }: Seen,
  honest: Headers,
  isBelieved: IsBelieved,
): readonly string[] {
  const changed = Object.entries(honest).filter(
    ([name, value]) => !isBelieved(name) && !isKept(name, value, headers[name]),
  );
  const doubled = Object.keys(headers).filter((name) => foldName(name) !== name && isSaid(name));
  const trailing = Object.keys(trailers).filter(isSaid);
  function isSaid(name: string): boolean {
    return Object.hasOwn(honest, foldName(name));
  }
  return [
    ...changed.map(([name]) => `the upstream received ${name}: ${String(headers[name])}`),
    ...[...doubled, ...trailing].map((name) => `the upstream received a second ${name}`),
  ];
}

/** A client may say which way a call has come to the gateway, but the gateway is its last station. */
function isKept(name: string, value: unknown, received: unknown): boolean {
  return name === 'via' ? String(received).endsWith(String(value)) : received === value;
}
