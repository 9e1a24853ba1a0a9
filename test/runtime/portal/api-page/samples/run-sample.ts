import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** How to run the samples of a language on this machine. */
interface SampleRunner {
  readonly file: string;
  /** The program, and its parameters before the file. */
  readonly command: readonly string[];
  /** What shows that the program and the packages that it needs are there. */
  readonly check: readonly string[];
  readonly wrap?: (code: string) => string;
}

const wrapJava = (code: string) =>
  code.replace(
    /^(import .*?;)\n/,
    '$1\npublic class Sample { public static void main(String[] all) throws Exception {',
  ) + '\n}}';

/** By the key of the language. C# is missing, since few machines have .NET. */
export const runners: Readonly<Record<string, SampleRunner>> = {
  curl: { file: 'sample.sh', command: ['sh'], check: ['curl', '--version'] },
  javascript: { file: 'browser.mjs', command: [process.execPath], check: [process.execPath, '--version'] },
  nodejs: { file: 'sample.mjs', command: [process.execPath], check: [process.execPath, '--version'] },
  python: { file: 'sample.py', command: ['python3'], check: ['python3', '-c', 'import requests'] },
  java: { file: 'Sample.java', command: ['java'], check: ['java', '--version'], wrap: wrapJava },
  go: { file: 'sample.go', command: ['go', 'run'], check: ['go', 'version'] },
  php: { file: 'sample.php', command: ['php'], check: ['php', '-r', 'curl_version();'] },
  ruby: { file: 'sample.rb', command: ['ruby'], check: ['ruby', '--version'] },
};

export function canRun({ check: [program = '', ...parameters] }: SampleRunner): boolean {
  try {
    execFileSync(program, parameters, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What a sample prints, run in a folder with the variables that samples read. Rejects with that, if it fails. */
export async function runSample(
  { file, command, wrap = (code) => code }: SampleRunner,
  code: string,
  folder: string,
): Promise<string> {
  await writeFile(join(folder, file), wrap(code));
  const [program = '', ...parameters] = command;
  const { stdout } = await promisify(execFile)(program, [...parameters, file], {
    cwd: folder,
    env: { ...process.env, TOKEN: 'secret', CONSUMER_SECRET: 'hidden' },
  });
  return stdout;
}
