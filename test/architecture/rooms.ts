import { importTable } from './tables.ts';

export const rooms: readonly string[] = Object.keys(importTable).toSorted((a, b) => b.length - a.length);

/** What each kind brings to a stage belongs to the room of that stage. */
const stagesOfKinds: Readonly<Record<string, string>> = {
  declaration: 'compiler/declaration',
  compile: 'compiler/compile',
  changes: 'compiler/plan',
  'change-kinds': 'compiler/plan',
};

/** The room of a file of `src`: the longest that the import table names. */
export function roomOf(file: string): string | undefined {
  const stage = /^compiler\/kinds\/[^/]+\/([^/.]+)/.exec(file)?.[1];
  if (stage !== undefined) return stagesOfKinds[stage];
  return rooms.find((room) => file === `${room}.ts` || file.startsWith(`${room}/`));
}
