import { describe, expect, test } from 'vitest';
import { head, lintWords } from './find-words.ts';

const file = 'apis/a/openapi.yaml';
const baselineFile = 'gatewright-baseline.json';

describe('a baseline that is not as it was written', () => {
  const entry =
    '{"rule":"no-bad","file":"f","pointer":"/a","fingerprint":"00000000000000000000000000000000"}';
  const baseline = (findings: string) => `{\n"kind": "Baseline",\n"format": 1,\n"findings": ${findings}\n}\n`;

  test.each([
    ['is empty', '', '1:1 error json-syntax The file ends where a value is expected.'],
    ['is cut off', '{\n"kind": "Baseline",\n"format": 1,\n', '1:1 error json-syntax This `{` is not closed.'],
    [
      'holds the marks of a merge',
      baseline(`[\n<<<<<<< HEAD\n${entry}\n]`),
      '5:1 error json-syntax Expected a value here.',
    ],
    [
      'is of another program',
      '[{ "code": "operation-tags", "path": [] }]',
      '1:1 error baseline-damaged This is not a baseline of gatewright.',
    ],
    [
      'is of a later version',
      '{ "kind": "Baseline", "format": 2 }',
      '1:33 error baseline-damaged This version does not support the format of this baseline.',
    ],
    [
      'has no findings',
      '{ "kind": "Baseline", "format": 1 }',
      '1:1 error baseline-damaged This baseline has no list of findings.',
    ],
    [
      'has a finding twice',
      baseline(`[${entry}, ${entry}]`),
      '4:108 error baseline-damaged This finding is in the baseline twice.',
    ],
    [
      'has a finding with another field',
      baseline(`[${entry.replace('"rule"', '"note":"","rule"')}]`),
      '4:14 error baseline-damaged This is not a valid finding of a baseline.',
    ],
    [
      'has a finding without a field',
      baseline('[{"rule":"no-bad"}]'),
      '4:14 error baseline-damaged This is not a valid finding of a baseline.',
    ],
    [
      'has a fingerprint that is none',
      baseline(`[${entry.replace('0000"', '000"')}]`),
      '4:14 error baseline-damaged This is not a valid finding of a baseline.',
    ],
    [
      'has a count that is none',
      baseline(`[${entry.replace('}', ',"count":0}')}]`),
      '4:14 error baseline-damaged This is not a valid finding of a baseline.',
    ],
  ])('%s is reported', async (_, text, line) => {
    const { lines, suppressedFindings } = await lintWords({
      [file]: `${head}x-a: bad\n`,
      [baselineFile]: text,
    });
    expect(lines).toEqual([`${file}:4:6 warning no-bad Found bad.`, `${baselineFile}:${line}`]);
    expect(suppressedFindings).toMatchObject({ isWhole: false, obsolete: 0 });
  });
});
