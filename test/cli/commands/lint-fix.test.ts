// @module-tag full
import { stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { commitAll, git, makeRepository } from '../../platform/git-in-test.ts';
import { callGatewright } from '../call-gatewright.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const clean = cleanSources[file] ?? '';
const createdAt = "createdAt: { type: string, format: date-time, example: '2026-03-01T09:30:00Z' }";
const seenOn = "            seenOn: { type: string, example: '2020-02-29' }";
/** Two dates of responses without a format, in flow style and with a comment. */
const broken = clean.replace(
  createdAt,
  `createdAt: { type: string, example: '2026-03-01T09:30:00Z' } # by whom?\n${seenOn}`,
);

function withLineEnds(text: string): string {
  return `\uFEFF${text.replaceAll('\n', '\r\n')}`;
}

describe('gatewright lint --fix', () => {
  test('fixes the files that have something to fix, and nothing else in them', async () => {
    await using folder = await temporaryFolder({ ...cleanSources, [file]: withLineEnds(broken) });
    const { code, stdout, stderr } = await runGatewright(folder.path, ['lint', '--fix']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Fixed 2 findings in 1 file.\n' });
    expect(stdout).toMatch(/^No problems found/);
    expect(await folder.read(file)).toBe(
      withLineEnds(
        broken
          .replace("'2026-03-01T09:30:00Z' } #", "'2026-03-01T09:30:00Z', format: date-time } #")
          .replace("example: '2020-02-29' }", "example: '2020-02-29', format: date }"),
      ),
    );
  });

  test('changes nothing the second time, and writes no file', async () => {
    await using folder = await temporaryFolder({ ...cleanSources, [file]: broken });
    await callGatewright(folder.path, ['lint', '--fix']);
    const [text, { ino }] = [await folder.read(file), await stat(`${folder.path}/${file}`)];
    const { code, stderr } = await callGatewright(folder.path, ['lint', '--fix']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Nothing to fix.\n' });
    expect([await folder.read(file), (await stat(`${folder.path}/${file}`)).ino]).toEqual([text, ino]);
  });

  test('says what it leaves, and why, and reports it', async () => {
    const shared = broken
      .replace('seenOn: {', 'seenOn: &day {')
      .replace('            _links:', '            leftOn: *day\n            _links:');
    await using folder = await temporaryFolder({ ...cleanSources, [file]: shared });
    const { code, stdout, stderr } = await callGatewright(folder.path, ['lint', '--fix']);
    expect(stderr.replaceAll(/:\d+:\d+/g, '')).toBe(`Fixed 1 finding in 1 file.
${file} date-time-format was left: The value at /components/schemas/Dog/allOf/1/properties/seenOn is used elsewhere by the anchor &day, so it has to be edited by hand.
${file} date-time-format was left: The value at /components/schemas/Dog/allOf/1/properties/leftOn is an alias, so it has to be edited by hand.
`);
    expect({ code, found: stdout.includes('date-time-format') }).toEqual({ code: 1, found: true });
  });

  test('fixes of a branch only what it brings about', async () => {
    const onMain = clean.replace(createdAt, `${createdAt}\n${seenOn}`);
    await using folder = await temporaryFolder({ ...cleanSources, [file]: onMain });
    await makeRepository(folder.path);
    await commitAll(folder.path);
    await git(folder.path, 'checkout', '--quiet', '-b', 'feature');
    await folder.write(file, broken);
    await commitAll(folder.path);
    const { code, stderr } = await callGatewright(folder.path, ['lint', '--fix', '--changed-since', 'main']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Fixed 1 finding in 1 file.\n' });
    expect(await folder.read(file)).toBe(
      broken.replace("'2026-03-01T09:30:00Z' } #", "'2026-03-01T09:30:00Z', format: date-time } #"),
    );
  });
});
