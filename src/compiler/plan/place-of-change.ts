import type { SourceLocation } from '../../source/source-location.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Change } from './change.ts';
import type { HistoryFinding } from './history/define-history-rule.ts';
import type { History } from './history/history.ts';
import { locateSpot } from './locate-spot.ts';

/** Where something stands in the sources of each side; absent where it does not stand there. */
interface Sides {
  readonly base?: SourceLocation | undefined;
  readonly head?: SourceLocation | undefined;
}

/** What is said of the place in base of something that stands in head too. */
export const stoodHere = 'it stood here before';

type Told = Pick<HistoryFinding, 'at' | 'isInBase' | 'related'>;

/**
 * Where to tell of something: where it stands in head, with where it stood in base as a related place. What is gone is
 * told at the start of its file, since its line holds something else by now, or, with the file, where it was.
 */
export function tellAt({ base, head }: Sides, { head: { workspace } }: History): Told {
  const at = head ?? (base && startInHead(base, workspace));
  if (!at) return base ? { at: base, isInBase: true } : { at: locateGateway(workspace) };
  if (!base || isSame(base, at)) return { at };
  return { at, related: [{ message: stoodHere, at: base }] };
}

function startInHead({ file, pointer }: SourceLocation, { sources }: Workspace): SourceLocation | undefined {
  if (sources.text(file) === undefined) return undefined;
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1, pointer };
}

function locateGateway({ gateway, sources }: Workspace): SourceLocation {
  return sources.locate(gateway.place, 'value');
}

function isSame(one: SourceLocation, other: SourceLocation): boolean {
  return one.file === other.file && one.line === other.line && one.column === other.column;
}

/** Where to tell of a change. */
export function tellAtChange({ subject, at }: Change, history: History): Told {
  const { base, head } = history;
  return tellAt(
    {
      base: at.base && locateSpot(subject, at.base, base.workspace),
      head: at.head && locateSpot(subject, at.head, head.workspace),
    },
    history,
  );
}
