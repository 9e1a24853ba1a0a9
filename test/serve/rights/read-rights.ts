import { readFile } from 'node:fs/promises';

/** What a right ends, by the columns of the table in `docs/authorization.md`. */
export const derived = ['access token', 'refresh token', 'session', 'WebSocket', 'stream'] as const;

export type Derived = (typeof derived)[number];
export type Outcome = 'ends' | 'stays';

/** What a right of a user of the store ends, by the columns of the table in `docs/store.md`. */
export const used = ['page', 'form', 'console call'] as const;

export type Used = (typeof used)[number];

/** A row of a table whose columns are called `Column`. */
interface Row<Column extends string> {
  readonly name: string;
  readonly outcomes: Readonly<Record<Column, Outcome>>;
  /** Within how many milliseconds everything ends. */
  readonly withinMs: number;
}

export type Right = Row<Derived>;
export type StoreRight = Row<Used>;

/** What the last column says, and within how many milliseconds after the edit was served or the act returned. */
const times: readonly (readonly [words: RegExp, milliseconds: number])[] = [
  [/^with the response of the page$/, 0],
  [/^with the response of .* \(at most a second\)$/, 1000],
  [/^when the command returns$/, 0],
  [/^after the reload$/, 0],
  [/^at the next refresh or authorization .*asks again/, 0],
  [/^with the next page that \[?asks again/, 0],
  // The age itself is a second in the test.
  [/^within a second$/, 2000],
];

/** The rows of the table in `docs/authorization.md`, in its order. */
export function readRights(): Promise<readonly Right[]> {
  return readTable('authorization.md', '## When access ends', derived);
}

/** The rows of the table in `docs/store.md`, in its order. */
export function readStoreRights(): Promise<readonly StoreRight[]> {
  return readTable('store.md', '### When access to the store ends', used);
}

async function readTable<Column extends string>(
  page: string,
  title: string,
  columns: readonly Column[],
): Promise<readonly Row<Column>[]> {
  const lines = (await readFile(new URL(`../../../docs/${page}`, import.meta.url), 'utf8')).split('\n');
  const heading = lines.findIndex((line) => line === title);
  const head = lines.findIndex((line, index) => index > heading && line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'));
  const [names = [], , ...rows] = lines.slice(head, end).map(readCells);
  if (names.slice(1, -1).join() !== columns.join()) throw new Error('the table has other columns');
  return rows.map(([name = '', ...cells]) => ({
    name,
    outcomes: Object.fromEntries(
      columns.map((what, at) => [what, readOutcome(cells[at])]),
    ) as Row<Column>['outcomes'],
    withinMs: readTime(cells[columns.length]),
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
