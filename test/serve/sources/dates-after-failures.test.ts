import fc from 'fast-check';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { FileDates } from '#platform/git/history/file-history.ts';
import { LastChanges } from '#serve/sources/last-changes.ts';
import { SourceReader } from '#serve/sources/read-source.ts';
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { draws } from '../../full-run.ts';

const config = 'gateway.config.yaml';
const key = 'DogPark/v1';

interface Step {
  /** Whether a newer commit is served. */
  readonly isNewer: boolean;
  /** Whether so much time passes that the history is read again after a failure. */
  readonly isLater: boolean;
  readonly outcome: 'read' | 'failed' | 'late' | 'late failure';
}

const steps = fc.array(
  fc.record<Step>({
    isNewer: fc.boolean(),
    isLater: fc.boolean(),
    outcome: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('read', 'failed') },
      { weight: 1, arbitrary: fc.constantFrom('late', 'late failure') },
    ),
  }),
  { minLength: 1, maxLength: 8 },
);

/** The date of every file in a commit, which is the number of that commit. */
function datesOf(commit: string): FileDates {
  const files = Object.keys(cleanSources).map((file) => posix.normalize(file));
  return new Map(files.map((file) => [file, Number(commit)]));
}

test('after a failure, a date is that of the commit that is served, or unknown', async () => {
  await using folder = await temporaryFolder(cleanSources);
  const source = { kind: 'folder', root: folder.path, configFile: config } as const;
  const reading = await new SourceReader('production').read(source, 'all');
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      let now = 1_000_000_000_000;
      let outcome: Step['outcome'] = 'read';
      let end: (() => void) | undefined;
      const read = async (commit: string): Promise<FileDates> => {
        const hasFailed = outcome.includes('fail');
        if (outcome.startsWith('late')) await new Promise<void>((resolve) => (end = resolve));
        if (hasFailed) throw new Error('The remote does not answer.');
        return datesOf(commit);
      };
      const changes = new LastChanges({ history: { read }, below: '.', clock: () => now, warn: () => {} });
      let served = 0;
      let known: number | undefined;
      let hasFailed = false;
      let failedAt = -Infinity;
      const settle = () => {
        if (outcome.includes('fail')) [hasFailed, failedAt] = [true, now];
        else [hasFailed, known] = [false, served];
      };
      for (const step of all) {
        if (step.isNewer || served === 0) served += 1;
        if (step.isLater) now += 300_000;
        outcome = step.outcome;
        changes.follow({ ...reading, commit: String(served) } as typeof reading);
        changes.accept();
        const isRead = known !== served && now - failedAt >= 300_000;
        const isLate = isRead && outcome.startsWith('late');
        if (isRead && !isLate) settle();
        const isTrue = known === served || !hasFailed;
        expect(await changes.find(key)).toBe(isTrue ? known : undefined);
        if (!isLate) continue;
        settle();
        end?.();
        await new Promise((resolve) => void setImmediate(resolve));
      }
    }),
    { numRuns: draws(40) },
  );
});
