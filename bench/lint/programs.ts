import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { otherName, ownName, programOf } from './compare-checkouts.ts';
import type { BenchDocument } from './documents.ts';
import { endOfLint, FailedRun, type Program } from './measure.ts';

const require = createRequire(import.meta.url);
export const gatewright = join(import.meta.dirname, '../../dist/cli/main.js');

/**
 * The programs that are compared, each with every rule of its usual set, printing its findings: the peers, or the other
 * checkout.
 */
export function programsFor(
  document: BenchDocument,
  folder: string,
  against: string | undefined,
): readonly Program[] {
  const ruleset = join(folder, 'ruleset.yaml');
  writeFileSync(ruleset, 'extends: ["spectral:oas"]\n');
  const lint = (program: string) => [program, 'lint', '--no-cache'];
  const own = { name: ownName, words: lint(gatewright), cwd: document.project, done: endOfLint };
  if (against !== undefined) return [own, { ...own, name: otherName, words: lint(programOf(against)) }];
  return [
    own,
    {
      name: 'Redocly CLI',
      words: [binOf('@redocly/cli', 'redocly'), 'lint', document.file, '--extends', 'recommended'],
      cwd: folder,
      done: endOfLint,
    },
    {
      name: 'Spectral',
      words: [binOf('@stoplight/spectral-cli', 'spectral'), 'lint', document.file, '-r', ruleset],
      cwd: folder,
      done: endOfLint,
    },
    ...vacuumFor(document, folder),
  ];
}

/** The file of vacuum, which is written in Go; undefined if it is not on the PATH. */
export const vacuum = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((path) => join(path, 'vacuum'))
  .find((file) => existsSync(file));

function vacuumFor({ file }: BenchDocument, cwd: string): readonly Program[] {
  if (vacuum === undefined) return [];
  const words = [vacuum, 'lint', '--details', '--no-banner', file];
  return [{ name: 'vacuum', words, isExecutable: true, cwd, done: endOfLint }];
}

/** A first run that fills the cache is not measured: the second, and that of `--version`, are. */
export function cachedPrograms(document: BenchDocument): readonly Program[] {
  return [
    { name: 'Gatewright, cached', words: [gatewright, 'lint'], cwd: document.project, done: endOfLint },
    {
      name: 'gatewright --version',
      words: [gatewright, '--version'],
      cwd: document.project,
      done: /^\d+\.\d+\.\d+/,
    },
  ];
}

/** The script that a package installs under a name. */
function binOf(name: string, bin: string): string {
  const file = findManifest(name);
  const { bin: scripts } = JSON.parse(readFileSync(file, 'utf8')) as { readonly bin: Record<string, string> };
  return join(dirname(file), scripts[bin] ?? '');
}

function findManifest(name: string): string {
  try {
    return require.resolve(`${name}/package.json`);
  } catch {
    throw new FailedRun(`${name} is not installed here: npm install --no-save ${name}`);
  }
}
