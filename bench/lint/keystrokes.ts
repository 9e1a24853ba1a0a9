import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Position } from 'vscode-languageserver/node';
import type { BenchDocument } from './documents.ts';
import { Editor } from './editor.ts';
import { median } from './measure.ts';
import { gatewright } from './programs.ts';

const keystrokes = 30;
/** Seconds at most from any change to its findings, in an idle process; of a burst, from its last key. */
const bounds = { valid: 0.3, broken: 1, bursts: 0.6 };
/** Keys in quick succession, as somebody types a word. */
const bursts = { count: 10, keys: 8, pauseMs: 60 };

interface Keystroke {
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** Types in a large document as an editor does, and measures how long it takes until the findings are shown. */
export async function measureKeystrokes({ title, file, project }: BenchDocument): Promise<void> {
  const text = readFileSync(file, 'utf8');
  const editor = new Editor(gatewright, project, file);
  await editor.start(project);
  await editor.open(text);
  process.stdout.write(`\n${title}: the language server, ${keystrokes} keystrokes each\n`);
  const line = findSummary(text);
  print('valid', await typeLetters(editor, { line: line.number, character: line.length }), bounds.valid);
  const end = { line: line.number, character: line.length + keystrokes };
  print('bursts', await typeBursts(editor, end), bounds.bursts);
  print('broken', await typeQuote(editor, line), bounds.broken);
  process.stdout.write(`  ${editor.peakMegabytes.toFixed(0)} MB at most\n`);
  await editor.close();
}

/** A line in the middle of the paths that contains plain text. */
function findSummary(text: string) {
  const lines = text.split('\n');
  const paths = lines.indexOf('paths:');
  const middle = (paths + lines.indexOf('components:', paths)) >> 1;
  const number = middle + lines.slice(middle).findIndex((line) => /^ +summary: [A-Za-z ]+$/.test(line));
  const line = lines[number] ?? '';
  return { number, length: line.length, valueAt: line.indexOf(': ') + 2 };
}

async function typeLetters(editor: Editor, at: Position): Promise<readonly Keystroke[]> {
  const runs: Keystroke[] = [];
  for (let index = 0; index < keystrokes; index += 1) {
    runs.push(await measureOne(editor, () => editor.type({ ...at, character: at.character + index }, 'a')));
  }
  return runs;
}

/** Types words: each is measured from its last key until the findings of all of it are shown. */
async function typeBursts(editor: Editor, { line, character }: Position): Promise<readonly Keystroke[]> {
  const runs: Keystroke[] = [];
  let at = character;
  for (let index = 0; index < bursts.count; index += 1) {
    const used = editor.processorSeconds;
    for (let key = 1; key < bursts.keys; key += 1) {
      // The findings of these are never shown; if the server ends, the last one reports it.
      editor.type({ line, character: at++ }, 'a').catch(() => undefined);
      await setTimeout(bursts.pauseMs);
    }
    const start = performance.now();
    await editor.type({ line, character: at++ }, 'a');
    const seconds = (performance.now() - start) / 1000;
    runs.push({ seconds, processorSeconds: editor.processorSeconds - used });
    await editor.rest();
  }
  return runs;
}

/** Opens a quote that is never closed, and types on. */
async function typeQuote(
  editor: Editor,
  { number, valueAt }: { readonly number: number; readonly valueAt: number },
): Promise<readonly Keystroke[]> {
  const start = { line: number, character: valueAt };
  const runs: Keystroke[] = [];
  for (let index = 0; index < keystrokes; index += 1) {
    const typed = index === 0 ? '"' : 'a';
    runs.push(
      await measureOne(editor, () => editor.type({ ...start, character: start.character + index }, typed)),
    );
  }
  return runs;
}

async function measureOne(editor: Editor, type: () => Promise<void>): Promise<Keystroke> {
  const [start, used] = [performance.now(), editor.processorSeconds];
  await type();
  const seconds = (performance.now() - start) / 1000;
  const processorSeconds = editor.processorSeconds - used;
  await editor.rest();
  await setTimeout(50);
  return { seconds, processorSeconds };
}

function print(title: string, runs: readonly Keystroke[], bound: number): void {
  const [middle, worst] = [
    median(runs.map(({ seconds }) => seconds)),
    Math.max(...runs.map(({ seconds }) => seconds)),
  ];
  const processor = median(runs.map(({ processorSeconds }) => processorSeconds));
  process.stdout.write(
    `  ${title.padEnd(8)} median ${middle.toFixed(3)} s, worst ${worst.toFixed(3)} s (at most ${bound}),` +
      ` ${processor.toFixed(2)} s of processor time\n`,
  );
  if (worst > bound) process.exitCode = 1;
}
