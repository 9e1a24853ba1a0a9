import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { RuleChoices } from '#compiler/rule/choose-severities.ts';
import type { KnownFinding } from '#compiler/workspace/suppressions.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { BuildResult } from '#pipeline.ts';
import { openGitSourceTree } from '#platform/git/git-source-tree.ts';
import { runGit } from '#platform/git/run-git.ts';
import { cacheReadFiles } from '#source/keep-read-files.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { Project } from '../project/project.ts';

/** A result with only the findings since a commit: new findings, and findings on changed lines. */
export async function keepChanged(
  result: BuildResult,
  base: string,
  project: Project,
  choices?: RuleChoices,
): Promise<BuildResult> {
  const known = await findKnown(base, project, choices);
  const { matchKnownFindings } = await import('#compiler/rule/suppression/baseline.ts');
  const { unknown } = matchKnownFindings(known, result.diagnostics, result.sources);
  const isNew = new Set(unknown);
  const isTouched = await touchedBy(
    await findChangedLines(project.root, base),
    result.diagnostics,
    project.root,
  );
  return { ...result, diagnostics: result.diagnostics.filter((one) => isNew.has(one) || isTouched(one)) };
}

/** The identities of the findings at a commit, to recognize them later. */
async function findKnown(
  commit: string,
  { root, configFile }: Project,
  choices: RuleChoices | undefined,
): Promise<readonly KnownFinding[]> {
  const [{ check }, { examineOneByOne }, { identifyFinding }, { fingerprintOf }] = await Promise.all([
    import('#pipeline.ts'),
    import('#pipeline/create-examiner.ts'),
    import('#compiler/rule/suppression/identify-finding.ts'),
    import('#compiler/rule/fingerprint.ts'),
  ]);
  await using opened = await openGitSourceTree(root, commit);
  const tree = cacheReadFiles(opened);
  const options = { now: systemClock(), choices, remembers: 'definitions' } as const;
  const { diagnostics, sources } = await check(tree, configFile, {
    ...options,
    examine: examineOneByOne(tree),
  });
  return diagnostics.map((one) => identifyFinding(one, fingerprintOf(one, sources), sources));
}

/** A predicate for findings on changed lines. Git names a file by its real path. */
async function touchedBy(
  changed: ChangedLines,
  findings: readonly Diagnostic[],
  root: string,
): Promise<(finding: Diagnostic) => boolean> {
  const realRoot = await realpath(root);
  const files = [...new Set(findings.map(({ at }) => at.file))];
  const ranges = new Map(
    await Promise.all(
      files.map(async (file) => {
        const real = await realpath(join(root, file)).catch(() => join(realRoot, file));
        return [file, changed.get(relative(realRoot, real).split(sep).join('/')) ?? []] as const;
      }),
    ),
  );
  return ({ at }) =>
    ranges.get(at.file)?.some(({ first, last }) => first <= at.line && at.line <= last) ?? false;
}

/** A range of lines in the working tree. Both ends are included, and count from 1. */
interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** The changed lines by file, relative to the requested folder. */
type ChangedLines = ReadonlyMap<string, readonly LineRange[]>;

const diff = [
  'diff',
  '--unified=0',
  '--inter-hunk-context=0',
  '--text',
  '--relative',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--ignore-submodules',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** The lines of the working tree below a folder that differ from a commit. Untracked files are new as a whole. */
export async function findChangedLines(folder: string, commit: string): Promise<ChangedLines> {
  const changed = await readGit(folder, [...diff, commit, '--']);
  const untracked = await readGit(folder, ['ls-files', '--others', '--exclude-standard', '-z']);
  const files = untracked.toString().split('\0').slice(0, -1);
  const whole = [{ first: 1, last: Infinity }];
  return new Map([...readDiff(changed), ...files.map((file) => [file, whole] as const)]);
}

async function readGit(folder: string, words: readonly string[]): Promise<Buffer> {
  const { code, stdout, stderr } = await runGit(folder, words);
  if (code !== 0) throw new Error(`git ${words[0]} failed: ${stderr}`);
  return stdout;
}

const hunkHead = /^@@ -\d+(?:,(?<removed>\d+))? \+(?<first>\d+)(?:,(?<added>\d+))? @@/;

/** Reads a unified diff without context. The diff may not be valid text, since its files may not be. */
export function readDiff(bytes: Buffer): ChangedLines {
  const changed = new Map<string, LineRange[]>();
  let ranges: LineRange[] = [];
  /** The number of remaining lines of the hunk, which are skipped: an added line may look like a header. */
  let inHunk = 0;
  for (const line of bytes.toString('latin1').split('\n')) {
    if (inHunk > 0) {
      if (!line.startsWith('\\')) inHunk -= 1;
      continue;
    }
    if (line.startsWith('+++ ')) {
      ranges = [];
      changed.set(readPath(line.slice('+++ '.length)), ranges);
    }
    const hunk = hunkHead.exec(line)?.groups;
    if (!hunk) continue;
    const [first, added] = [Number(hunk['first']), Number(hunk['added'] ?? 1)];
    if (added > 0) ranges.push({ first, last: first + added - 1 });
    inHunk = added + Number(hunk['removed'] ?? 1);
  }
  return changed;
}

const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * Reads a path as git writes it: after `b/`, in quotes if necessary, and with a tab at its end if it contains a space.
 */
function readPath(written: string): string {
  const path = written.startsWith('"')
    ? written.slice(1, written.lastIndexOf('"')).replaceAll(/\\(?:([0-7]{3})|(.))/g, unescape)
    : written.replace(/\t$/, '');
  return Buffer.from(path.replace(/^b\//, ''), 'latin1').toString();
}

function unescape(_: string, octal: string | undefined, character = ''): string {
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  return escapes[character] ?? character;
}
