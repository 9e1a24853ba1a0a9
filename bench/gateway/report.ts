import { medianTurn, type Turn } from './turns.ts';

/** A figure, and its maximum; without that it is only printed. */
interface Result {
  readonly name: string;
  readonly figure: number;
  readonly unit: string;
  readonly most?: number;
}

const results: Result[] = [];
const enough = 0.95;

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a figure, next to its target if it has one, and keeps it for the end. */
export function note(result: Result): void {
  results.push(result);
  say(renderResult(result));
}

/** Prints those with a target again; returns whether all are met. */
export function sumUp(): boolean {
  const aimed = results.filter(({ most }) => most !== undefined);
  if (aimed.length > 0) say(`\nTargets\n${aimed.map(renderResult).join('\n')}`);
  return aimed.every(isMet);
}

/** One that could not be measured is not. */
function isMet({ figure, most = Infinity }: Result): boolean {
  return figure <= most;
}

function renderResult(result: Result): string {
  const { name, figure, unit, most } = result;
  const measured = `  ${name.padEnd(64)} ${format(figure).padStart(9)} ${unit}`;
  if (most === undefined) return measured.trimEnd();
  return `${measured.padEnd(84)} at most ${format(most).padEnd(7)} ${isMet(result) ? 'met' : 'MISSED'}`;
}

/** With as many digits as are significant. */
function format(figure: number): string {
  return figure.toFixed(Math.abs(figure) < 20 ? 3 : 0);
}

/** One line a server: the medians of its turns. */
export function printTurns(taken: ReadonlyMap<string, readonly Turn[]>): void {
  for (const [name, turns] of taken) say(renderTurn(name, medianTurn(turns)));
}

function renderTurn(name: string, { perSecond, microseconds, busy, failed }: Turn): string {
  const cost = `${microseconds.toFixed(1).padStart(7)} µs each`;
  const share = `${(busy * 100).toFixed(0).padStart(4)} % busy`;
  const remarks = [
    ...(busy < enough ? ['  NOT BUSY: the load or the upstream was the limit'] : []),
    ...(failed > 0 ? [`  ${failed} REQUESTS FAILED`] : []),
  ];
  return `  ${name.padEnd(34)} ${perSecond.toFixed(0).padStart(7)} requests/s ${cost} ${share}${remarks.join('')}`;
}
