import { readFile } from 'node:fs/promises';

/** What a right ends, by the columns of the table in `docs/authorization.md`. */
export const derived = ['access token', 'refresh token', 'session', 'WebSocket', 'stream'] as const;

export type Derived = (typeof derived)[number];
export type Outcome = 'ends' | 'stays';

export interface Right {
  readonly name: string;
  readonly outcomes: Readonly<Record<Derived, Outcome>>;
  /** Within how many milliseconds everything ends. */
  readonly withinMs: number;
}

/** What the last column says, and within how many milliseconds after the edit was served or the act returned. */
const times: readonly (readonly [words: RegExp, milliseconds: number])[] = [
  [/^with the response of the page$/, 0],
  [/^with the response of .* \(at most a second\)$/, 1000],
  [/^when the command returns$/, 0],
  [/^after the reload$/, 0],
  [/^at the next refresh or authorization .*asks again/, 0],
  // The age itself is a second in the test.
  [/^within a second$/, 2000],
];

const page = new URL('../../../docs/authorization.md', import.meta.url);

/** The rows of the table, in its order. */
export async function readRights(): Promise<readonly Right[]> {
  const lines = (await readFile(page, 'utf8')).split('\n');
  const heading = lines.findIndex((line) => line === '## When access ends');
  const head = lines.findIndex((line, index) => index > heading && line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'));
  const [columns = [], , ...rows] = lines.slice(head, end).map(readCells);
  if (columns.slice(1, 6).join() !== derived.join()) throw new Error('the table has other columns');
  return rows.map(([name = '', ...cells]) => ({
    name,
    outcomes: Object.fromEntries(
      derived.map((what, at) => [what, readOutcome(cells[at])]),
    ) as Right['outcomes'],
    withinMs: readTime(cells[derived.length]),
  }));
}

function readCells(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function readOutcome(cell: string | undefined): Outcome {
  if (cell === 'ends' || cell === 'stays') return cell;
  throw new Error(`a cell of the table says ${cell ?? 'nothing'}`);
}

function readTime(cell = ''): number {
  const time = times.find(([words]) => words.test(cell));
  if (!time) throw new Error(`the table has an unknown time: ${cell}`);
  return time[1];
}
