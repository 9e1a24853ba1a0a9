import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenLines } from '#serve/proposals/shorten-lines.ts';
import { draws } from '../../full-run.ts';

const head = '--- a/openapi.json\n+++ b/openapi.json\n@@ -1 +1 @@\n';

test('a changed document on one line shows what has changed in it', () => {
  const paths = Array.from({ length: 5000 }, (_, index) => `"/dogs/${index}":{"get":{}}`);
  const before = `{"paths":{${paths.join(',')}}}`;
  const after = before.replace('"/dogs/2500":{"get":{}}', '"/dogs/2500":{"get":{"deprecated":true}}');
  const shown = shortenLines(`${head}-${before}\n+${after}\n`);
  expect(shown.length).toBeLessThan(600);
  expect(shown.split('\n').slice(3)).toEqual([
    expect.stringMatching(/^-….*"\/dogs\/2500":\{"get":\{\}\}.*…$/),
    expect.stringMatching(/^\+….*"\/dogs\/2500":\{"get":\{"deprecated":true\}\}.*…$/),
    '',
  ]);
});

test('short lines stay as they are', () => {
  const diff = `${head}-a\n-b\n+c\n+d\n`;
  expect(shortenLines(diff)).toBe(diff);
});

test('no line is long, and each shows the first place where it differs', () => {
  const part = fc.string({ unit: 'binary', maxLength: 3000 }).map((text) => text.replaceAll('\n', ' '));
  fc.assert(
    fc.property(part, part, part, part, (start, removed, added, end) => {
      const [before, after] = [start + removed + end, start + added + end];
      const lines = shortenLines(`${head}-${before}\n+${after}`).split('\n').slice(3);
      expect(lines.map(([sign]) => sign)).toEqual(['-', '+']);
      const limit = 1003;
      expect(lines.every(({ length }) => length <= limit)).toBe(true);
      const shown = lines.map((line) => line.slice(1).replaceAll(/^…|…$/g, ''));
      expect(before).toContain(shown[0]?.replaceAll(/^…|…$/g, ''));
      expect(after).toContain(shown[1]?.replaceAll(/^…|…$/g, ''));
      if (before !== after) expect(lines[0]?.slice(1)).not.toBe(lines[1]?.slice(1));
    }),
    { numRuns: draws(1000) },
  );
});
