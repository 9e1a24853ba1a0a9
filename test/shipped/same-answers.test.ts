// @module-tag full
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { oddRequests } from './odd-requests.ts';
import { answersOf, writeExamples } from './program-answers.ts';

const requests = oddRequests(500);

test('the built program answers 500 odd requests as the sources do', async () => {
  const examples = await writeExamples(onTestFinished);
  const answersOfProgram = (file: string) =>
    answersOf([process.execPath, resolve(file)], { examples, requests }, onTestFinished);
  const [written, built] = await Promise.all([
    answersOfProgram('src/cli/main.ts'),
    answersOfProgram('dist/cli/main.js'),
  ]);
  const pairs = requests.map((request, index) => ({ request, written: written[index], built: built[index] }));
  expect(pairs.filter((pair) => pair.written !== pair.built)).toEqual([]);
  expect(new Set(written.map((answer) => answer.slice(9, 12))).size).toBeGreaterThanOrEqual(8);
}, 180_000);
