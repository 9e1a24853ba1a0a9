import { describe, expect, test } from 'vitest';
import { fixSources } from '#cli/lint/fix-sources.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { FixStep } from '#diagnostic/fix.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { ioInMemory } from '../io-in-memory.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

type Judge = (text: string) => readonly FixStep[];

/** Fixes a folder with one file, whose text is evaluated again each round; returns the findings. */
async function fix(folder: TemporaryFolder, judge: Judge, afterRound = async () => {}): Promise<string> {
  const root = folder.path;
  const { io, written } = ioInMemory(root);
  const project = { root, configFile: 'a.yaml', tree: diskSourceTree(root), show: (file: string) => file };
  const check = async (tree: SourceTree) => {
    const text = await readText(tree);
    await afterRound();
    const sources = { text: () => text };
    return { diagnostics: judge(text).map((step) => diagnosticWith(step)), sources };
  };
  await fixSources([{ project, check }], io);
  return written.stderr;
}

async function readText(tree: SourceTree): Promise<string> {
  const read = await tree.read('a.yaml', 1000);
  return read.ok ? read.text : '';
}

function diagnosticWith(step: FixStep): Diagnostic {
  const at = { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 2, pointer: '' };
  return {
    code: 'some-rule',
    severity: 'error',
    message: 'Wrong.',
    at,
    fix: { title: 'Mend', steps: [step] },
  };
}

function setTo(value: number): FixStep {
  return { type: 'replace-value', at: { file: 'a.yaml', document: 0, pointer: '/a' }, value };
}

describe('fixing', () => {
  test('goes on while fixing one thing uncovers another, and writes the end of it', async () => {
    await using folder = await temporaryFolder({ 'a.yaml': 'a: 0 # kept\n' });
    const said = await fix(folder, (text) => {
      const number = Number(/\d+/.exec(text)?.[0]);
      return number < 4 ? [setTo(number + 1)] : [];
    });
    expect(said).toBe('Fixed 4 findings in 1 file.\n');
    expect(await folder.read('a.yaml')).toBe('a: 4 # kept\n');
  });

  test('ends where two rules undo each other', async () => {
    await using folder = await temporaryFolder({ 'a.yaml': 'a: 0\n' });
    const said = await fix(folder, (text) => [setTo(text.includes('0') ? 1 : 0)]);
    expect(said).toBe('Fixed 10 findings in 1 file.\n1 more finding can be fixed; run the command again.\n');
    expect(await folder.read('a.yaml')).toBe('a: 0\n');
  });

  test('overwrites no file that changes meanwhile', async () => {
    await using folder = await temporaryFolder({ 'a.yaml': 'a: 0\n' });
    const fixing = fix(
      folder,
      (text) => (text.includes('0') ? [setTo(1)] : []),
      () => folder.write('a.yaml', 'a: 0 # by another\n'),
    );
    await expect(fixing).rejects.toThrow('a.yaml has changed in the meantime, so nothing was written.');
    expect(await folder.read('a.yaml')).toBe('a: 0 # by another\n');
  });
});
