import { join } from 'node:path';
import { baselineFile } from '#compiler/workspace/suppressions.ts';
import { readFileIfPresent } from '#platform/files/read-file-if-present.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { CommandError } from '../command-error.ts';
import type { Preview } from '../declarations/preview-change.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import type { Project } from '../project/project.ts';

/**
 * Adds findings of a preview to the baseline file, and preserves its other entries. Throws a CommandError if the file
 * has errors or cannot be written.
 */
export async function extendBaselineFile(
  { root, show }: Project,
  findings: readonly Diagnostic[],
  { workspace, sources }: Preview,
  io: Io,
): Promise<void> {
  if (findings.length === 0) return;
  const known = workspace?.suppressions.baseline;
  const exists = (await readFileIfPresent(join(root, baselineFile))) !== undefined;
  if (exists && !known)
    throw new CommandError(`${show(baselineFile)} has errors.`, '`gatewright lint` shows them.');
  const { extendBaseline } = await import('#compiler/rule/suppression/baseline.ts');
  const text = extendBaseline(known ?? [], findings, sources);
  await explainDiskError(show(baselineFile), writeFileAtomically(join(root, baselineFile), text));
  io.stdout.write(`${exists ? 'changed' : 'created'} ${show(baselineFile)}\n`);
}
