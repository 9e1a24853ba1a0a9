import { readFile } from 'node:fs/promises';

/** What a right ends, by the columns of the table in `docs/authorization.md`. */
export const derived = ['access token', 'refresh token', 'session', 'WebSocket', 'stream'] as const;

export type Derived = (typeof derived)[number];
export type Outcome = 'ends' | 'stays';

export interface Right {
  readonly name: string;
  readonly outcomes: Readonly<Record<Derived, Outcome>>;
}

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
