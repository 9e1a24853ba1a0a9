import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { appendPointer, splitPointer } from '../../source/place.ts';
import type { SourceLocation } from '../../source/source-location.ts';
import { valueAt } from '../workspace/value-at.ts';
import { apiKey, type Workspace } from '../workspace/workspace.ts';
import type { Change, Subject } from './change.ts';
import type { History } from './history.ts';
import { locateSpot } from './locate-spot.ts';

/** Where something stands in the sources of each side; absent where it does not stand there. */
export interface Sides {
  readonly base?: SourceLocation | undefined;
  readonly head?: SourceLocation | undefined;
}

/**
 * Where to tell of something: where it stands in head, with where it stood in base as a related place. What is gone is
 * told at the start of its file, since its line holds something else by now, or, with the file, where it was.
 */
export function tellAt(
  { base, head }: Sides,
  { head: { workspace } }: History,
): Pick<Diagnostic, 'at' | 'related'> {
  const at = head ?? (base && startInHead(base, workspace)) ?? base ?? locateGateway(workspace);
  if (!base || base === at) return { at };
  return { at, related: [{ message: 'it stood here before', at: base }] };
}

function startInHead({ file, pointer }: SourceLocation, { sources }: Workspace): SourceLocation | undefined {
  if (sources.text(file) === undefined) return undefined;
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1, pointer };
}

function locateGateway({ gateway, sources }: Workspace): SourceLocation {
  return sources.locate(gateway.place, 'value');
}

/** Where to tell of a change; what is gone from a contract is told at what enclosed it. */
export function tellAtChange({ subject, at }: Change, history: History): Pick<Diagnostic, 'at' | 'related'> {
  const { base, head } = history;
  const before = at.base && locateSpot(subject, at.base, base.workspace);
  const after = at.head && locateSpot(subject, at.head, head.workspace);
  const enclosing =
    at.base?.in === 'contract' ? locateEnclosing(subject, at.base.pointer, head.workspace) : undefined;
  return tellAt({ base: before, head: after ?? enclosing }, history);
}

/** The nearest part of a contract that holds, or held, what is gone. */
function locateEnclosing(
  subject: Subject,
  pointer: string,
  workspace: Workspace,
): SourceLocation | undefined {
  const definition = workspace.apis.find(({ value }) => apiKey(value) === subject.name)?.definition;
  if (!definition) return undefined;
  const tokens = splitPointer(pointer).slice(0, -1);
  while (tokens.length > 0 && valueAt(definition.contract, tokens) === undefined) tokens.pop();
  return locateSpot(subject, { in: 'contract', pointer: appendPointer('', ...tokens) }, workspace);
}
