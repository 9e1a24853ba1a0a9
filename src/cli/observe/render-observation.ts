import { type CountedDifference, type Difference, differenceKinds } from '#runtime/observation/difference.ts';
import type { Observation } from '#runtime/observation/observer.ts';
import type { Paint } from '../io.ts';
import { renderTable } from '../views/render-table.ts';

/** The parts of a report in addition to the observation. */
export interface ObservationContext {
  /** The document, as the user typed it. */
  readonly document: string;
  /** One sentence for each omission, with its reason. */
  readonly notes: readonly string[];
}

/** The report for people. */
export function renderObservation(
  observation: Observation,
  { document, notes }: ObservationContext,
  paint: Paint,
): string {
  const { calls, fitting, operations, differences } = observation;
  const neverCalled = operations.filter((operation) => operation.calls === 0);
  const share = calls === 0 ? '' : `, ${fitting} of them (${percent(fitting, calls)}) as it says`;
  const lines = [
    `Compared ${count(calls, 'call')} with ${document}${share}.`,
    ...describeOthers(observation),
    ...notes,
    ...renderDifferences(differences, paint),
    ...(neverCalled.length === 0 || calls === 0
      ? []
      : [
          '',
          paint('bold', `${neverCalled.length} of ${count(operations.length, 'operation')} never called`),
          ...neverCalled.map(({ operation }) => `  ${operation}`),
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

function renderDifferences(differences: readonly CountedDifference[], paint: Paint): readonly string[] {
  const byKind = Map.groupBy(differences, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, ofKind]) => [
    '',
    paint('bold', `${differenceKinds[kind]} (${ofKind.length})`),
    ...renderTable(
      ofKind.map((difference) => [
        count(difference.calls, 'call').padStart(8),
        `${describePlace(difference)}${sentence(difference)}`,
      ]),
    ),
  ]);
}

/** The message of a difference, with a colon; empty for kinds whose name and place already say everything. */
function sentence({ kind, message }: Difference): string {
  const isSaid = ['undeclared-operation', 'undeclared-method', 'undeclared-field', 'missing-field'].includes(
    kind,
  );
  return isSaid ? '' : `: ${message}`;
}

/** `GET /dogs/{id}, answer 200, at /owner/name`. */
function describePlace({ operation, status, place }: Difference): string {
  return [
    operation,
    ...(status === undefined ? [] : [`answer ${status}`]),
    ...(place === undefined ? [] : [place === '' ? 'at the root' : `at ${place}`]),
  ].join(', ');
}

/** A line about a difference that occurs for the first time. */
export function renderFirstSeen(difference: Difference): string {
  return `${differenceKinds[difference.kind]}: ${describePlace(difference)}${sentence(difference)}\n`;
}

function describeOthers(observation: Observation): readonly string[] {
  const { unknown, refused, preflights, unanswered, uninspected, others } = observation;
  const said: readonly (readonly [number, string])[] = [
    [unknown, 'to paths or methods that neither the document nor the service knows (404, 405 or 501)'],
    [refused, 'not as the document says, and refused by the service too (400 to 499)'],
    [unanswered, 'without an answer'],
    [uninspected, 'with a body that is too large to be inspected'],
    [others, 'that differ in further ways, for which the report has no room'],
  ];
  return [
    ...said.filter(([calls]) => calls > 0).map(([calls, what]) => `${count(calls, 'call')} ${what}.`),
    ...(preflights > 0 ? [`${count(preflights, 'preflight')} of browsers, not counted as calls.`] : []),
  ];
}

/** The report as JSON, in format 1. */
export function renderObservationJson(
  observation: Observation,
  { document, notes }: ObservationContext,
): string {
  const { differences, operations, ...calls } = observation;
  const { calls: total, ...others } = calls;
  const report = { format: 1, document, calls: { total, ...others }, notes, differences, operations };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Rounds down, so that 100 % means all calls. */
function percent(part: number, all: number): string {
  return `${Math.floor((part / all) * 100)} %`;
}
