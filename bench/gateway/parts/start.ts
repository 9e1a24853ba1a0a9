import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../../lint/measure.ts';
import type { Bench } from '../bench.ts';
import { obtainCall, timeStart } from '../first-answer.ts';
import { compileProject, gatewayProgram, makeLargeProject, type GatewayProgram } from '../project.ts';
import { note, say } from '../report.ts';

const starts = 3;
const [maxFromTable, maxFromSources] = [5, 15];

/** From the start of the process to the first answer of an upstream, with many APIs. */
export async function measureStart(bench: Bench): Promise<void> {
  say(`\nCold start: ${bench.apis} APIs of 10 operations, on all cores`);
  const project = await makeLargeProject(bench);
  const table = await compileProject(project);
  const { folder, repository } = project;
  const fromTable = await gatewayProgram(bench, 'start from a table', { folder, table });
  const fromSources = await gatewayProgram(bench, 'start from sources', { folder });
  const call = await obtainCall(fromTable, repository);
  const seconds = await repeat(() => timeStart(fromTable, call));
  note({ name: 'from a compiled table', figure: seconds, unit: 's', most: maxFromTable });
  await giveKey(fromTable, fromSources);
  note({ name: 'from sources, cold', figure: await timeStart(fromSources, call), unit: 's' });
  const warm = await repeat(() => timeStart(fromSources, call));
  note({ name: 'from sources, with a warm cache', figure: warm, unit: 's', most: maxFromSources });
}

async function repeat(measure: () => Promise<number>): Promise<number> {
  const figures: number[] = [];
  for (let start = 0; start < starts; start += 1) figures.push(await measure());
  return median(figures);
}

/** Of what a gateway keeps between its starts the other gets the key alone, so that it takes the same tokens. */
async function giveKey(from: GatewayProgram, to: GatewayProgram): Promise<void> {
  await rm(to.stateFolder, { recursive: true, force: true });
  await mkdir(to.stateFolder, { mode: 0o700 });
  await copyFile(join(from.stateFolder, 'signing-key.pem'), join(to.stateFolder, 'signing-key.pem'));
}
