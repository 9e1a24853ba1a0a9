import type { Sources } from '#compiler/workspace/sources.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { RepeatedFinding } from '#diagnostic/group-repeats.ts';
import type { SourceLocation } from '#source/source-location.ts';
import type { Paint } from '../../io.ts';
import { printable } from '../../views/display-width.ts';
import { renderCodeFrame } from './code-frame.ts';
import { LongLines } from './long-lines.ts';
import type { SourceLines } from './source-lines.ts';

/** The data for showing places: the texts, and the name of a file for the reader. */
export interface HumanViewContext {
  readonly sources: Pick<Sources, 'text'>;
  readonly show: (file: string) => string;
  readonly paint: Paint;
  /** Whether documents are checked without a configuration. Default: false. */
  readonly isAlone?: boolean;
}

export interface Frames extends HumanViewContext {
  /** The code frames of those diagnostics that are shown with one. */
  readonly frames: ReadonlyMap<Diagnostic, readonly string[]>;
  /** Those whose places are shown with their JSON pointers. */
  readonly longLines: LongLines;
}

const colours = { error: 'red', warning: 'yellow', info: 'blue' } as const;

/** Reads each file once, since those of all findings may not fit into memory. */
export function readFrames(
  findings: readonly RepeatedFinding[],
  framed: readonly RepeatedFinding[],
  lines: SourceLines,
  context: HumanViewContext,
): Frames {
  const frames = new Map<Diagnostic, readonly string[]>();
  const longLines = new LongLines();
  const framedByFile = Map.groupBy(framed, fileOf);
  for (const [file, inFile] of Map.groupBy(findings, fileOf)) {
    for (const one of framedByFile.get(file) ?? [])
      frames.set(one, renderCodeFrame(lines, one.at, context.paint));
    longLines.addFile(file, inFile, lines);
  }
  return { ...context, frames, longLines };
}

function fileOf({ at }: Diagnostic): string {
  return at.file;
}

export function renderHead({ severity, code }: Diagnostic, { paint }: Frames): string {
  return `${paint([colours[severity], 'bold'], severity)} ${paint('dim', code)}`;
}

export function renderFrame(diagnostic: Diagnostic, frames: Frames): readonly string[] {
  return [renderPlace(diagnostic.at, frames), ...indent(frames.frames.get(diagnostic) ?? [])];
}

export function renderHelp(
  { help }: { readonly help?: string | undefined },
  { paint }: Frames,
): readonly string[] {
  return help === undefined ? [] : [`${paint('bold', 'help:')} ${printable(help)}`];
}

export function renderPlace(at: SourceLocation, frames: Frames): string {
  const { file, line, column } = at;
  return (
    frames.paint('cyan', `${printable(frames.show(file))}:${line}:${column}`) + renderPointer(at, frames)
  );
}

/** ` (/paths/~1dogs)` where a line and a column do not help a reader. */
export function renderPointer(at: SourceLocation, { longLines }: Frames): string {
  return longLines.has(at) && at.pointer !== '' ? ` (${printable(at.pointer)})` : '';
}

export function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}
