// @module-tag full
import { describe, expect, test } from 'vitest';
import { publicDocuments, readPublicDocument } from '../../public-documents.ts';
import { callGatewright } from '../call-gatewright.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

interface Report {
  readonly counts: Readonly<Record<'error' | 'warning' | 'info', number>>;
}

/** The heads of entries: `error server-tls, 2 times`. */
function entriesIn(stdout: string): readonly string[] {
  return stdout.split('\n').filter((line) => /^ {0,2}(?:error|warning|info) [a-z0-9-]+/.test(line));
}

/** `2 errors and 1 warning` as counts. */
function countsIn(stdout: string): Report['counts'] {
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  const count = (noun: string) => Number(new RegExp(String.raw`(\d+) ${noun}`).exec(last)?.[1] ?? 0);
  return { error: count('errors?'), warning: count('warnings?'), info: count('info') };
}

describe('a person reads at most 30 entries of a public document alone, and counts of all findings', () => {
  test.each(publicDocuments)('%s', async (name) => {
    await using folder = await temporaryFolder({ 'openapi.json': readPublicDocument(name) });
    const short = await runGatewright(folder.path, ['lint', 'openapi.json']);
    const json = await callGatewright(folder.path, ['lint', '--format', 'json', 'openapi.json']);
    const all = await callGatewright(folder.path, ['lint', '--all', 'openapi.json']);
    const { counts } = JSON.parse(json.stdout) as Report;
    const entries = entriesIn(short.stdout);
    expect(entries.length).toBeLessThanOrEqual(30);
    expect([short, all].map(({ stdout }) => countsIn(stdout))).toEqual([counts, counts]);
    const code = counts.error > 0 ? 1 : 0;
    expect([short.code, json.code, all.code]).toEqual([code, code, code]);
    // A rule that is shown is shown with all that it has found, and none is left out.
    const said = entries.map((entry) => Number(/^[^:]*, (\d+) times/.exec(entry)?.[1] ?? 1));
    const isByRule = short.stdout.includes(' --all` shows each of them');
    const sum = said.reduce((total, one) => total + one, 0);
    expect(isByRule ? sum : 'one by one').toBe(
      isByRule ? counts.error + counts.warning + counts.info : 'one by one',
    );
    expect(short.stdout + short.stderr).not.toMatch(/gateway\.config|gatewright-(?!ignore)/);
    if (isByRule) expect(all.stdout.length).toBeGreaterThan(short.stdout.length);
  });
});
