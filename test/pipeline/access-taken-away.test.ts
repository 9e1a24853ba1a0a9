// @module-tag full
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { compile } from '#compiler/compile/compile.ts';
import { rules } from '#compiler/lint/rules.ts';
import { check } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { repositories } from '../compiler/plan/family/arbitrary-repository.ts';
import { writeRepository, type Repository } from '../compiler/plan/family/repository.ts';
import { draws, full } from '../full-run.ts';
import { listAccess } from './list-access.ts';
import { listTakings } from './takings.ts';

const root = join(import.meta.dirname, '../..');
const integrityRules = rules.filter(({ group }) => group === 'integrity');

/** The repository that `npm start` serves. */
async function readExamples(): Promise<Repository> {
  const files = await Array.fromAsync(glob('examples/**/*.{yaml,json}', { cwd: root }));
  const read = async (file: string) => {
    const documents = parseAllDocuments(await readFile(join(root, file), 'utf8'));
    return [file, documents.map((document) => document.toJS())] as const;
  };
  return Object.fromEntries(await Promise.all(['gateway.config.yaml', ...files].map(read)));
}

/** The Markdown files of the examples, which declarations name. */
const guides = Object.fromEntries(
  await Promise.all(
    (await Array.fromAsync(glob('examples/**/*.md', { cwd: root }))).map(
      async (file) => [file, await readFile(join(root, file), 'utf8')] as const,
    ),
  ),
);

interface Served {
  /** What would keep a gateway from serving it. */
  readonly errors: readonly string[];
  /** None if it cannot be compiled. */
  readonly access: ReadonlySet<string>;
}

async function serve(repository: Repository): Promise<Served> {
  const tree = memorySourceTree({ ...writeRepository(repository), ...guides });
  const { diagnostics } = await check(tree, 'gateway.config.yaml');
  const { checked } = await check(tree, 'gateway.config.yaml', { rules: integrityRules });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return {
    errors: errors.map(({ at, code, message }) => `${at.file} ${code} ${message}`),
    access: checked ? listAccess(compile(checked, 'production')) : new Set(),
  };
}

/** The errors of a repository that follows another one, and the access that it newly gives. */
async function compareServed(before: Served, repository: Repository): Promise<readonly string[]> {
  const after = await serve(repository);
  const known = new Set([...before.errors, ...before.access]);
  return [...after.errors, ...after.access].filter((one) => !known.has(one));
}

async function findFaults(repository: Repository): Promise<Readonly<Record<string, readonly string[]>>> {
  const before = await serve(repository);
  const faults: Record<string, readonly string[]> = {};
  for (const taking of listTakings(repository)) {
    const found = await compareServed(before, taking.repository);
    if (found.length > 0) faults[taking.name] = found;
  }
  return faults;
}

/** Hundreds of builds take minutes on a busy machine. */
const patience = { timeout: 300_000 };

test(
  'whatever is taken away of the examples goes through, and gives nothing to anybody',
  { ...full, ...patience },
  async () => {
    const examples = await readExamples();
    expect(listTakings(examples).length).toBeGreaterThan(70);
    expect((await serve(examples)).errors).toEqual([]);
    expect(await findFaults(examples)).toEqual({});
  },
);

test(
  'whatever is taken away of a drawn repository goes through, and gives nothing to anybody',
  patience,
  async () => {
    await fc.assert(
      fc.asyncProperty(repositories, async (repository) => {
        expect(await findFaults(repository)).toEqual({});
      }),
      { numRuns: draws(10) },
    );
  },
);

test(
  'whatever is taken away one after the other goes through, and gives nothing to anybody',
  patience,
  async () => {
    const choices = fc.array(fc.nat(), { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(repositories, choices, async (repository, chosen) => {
        let left = repository;
        for (const choice of chosen) {
          const takings = listTakings(left);
          left = takings[choice % takings.length]?.repository ?? left;
        }
        expect(await compareServed(await serve(repository), left)).toEqual([]);
      }),
      { numRuns: draws(60) },
    );
  },
);
