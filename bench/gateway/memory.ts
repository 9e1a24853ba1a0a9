import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayProgram } from './project.ts';
import type { RunningServer } from './server-process.ts';

const reporter = join(import.meta.dirname, 'report-memory.cjs');
const fileOf = ({ logFile }: GatewayProgram) => `${logFile}.memory`;

/** A gateway that reports its memory. */
export function tellingMemory(program: GatewayProgram): GatewayProgram {
  const options = `--require "${reporter}" --expose-gc`;
  return { ...program, env: { NODE_OPTIONS: options, BENCH_MEMORY_FILE: fileOf(program) } };
}

/** The memory in the heaps of its threads and in buffers, after garbage collection. */
export async function readLiveMegabytes(program: GatewayProgram, server: RunningServer): Promise<number> {
  const file = fileOf(program);
  rmSync(file, { force: true });
  process.kill(server.pid, 'SIGUSR2');
  while (!existsSync(file)) await sleep(20);
  return Number(readFileSync(file, 'utf8')) / 2 ** 20;
}
