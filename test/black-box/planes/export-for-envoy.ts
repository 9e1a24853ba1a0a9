import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { main } from '../../cli/run-gatewright.ts';
import type { RunningPlane } from './running-plane.ts';

const run = promisify(execFile);

interface Exported {
  /** Of the declarations. */
  readonly root: string;
  /** Where the files are written. */
  readonly folder: string;
  /** Of Envoy. */
  readonly port: number;
  readonly keyManager: RunningPlane;
  /** Further options of the command; without them Envoy speaks plain HTTP. */
  readonly options?: readonly string[];
}

/** Runs `gatewright export envoy`, as an operator does. */
export async function exportForEnvoy({
  root,
  folder,
  port,
  keyManager,
  options = ['--plain-http'],
}: Exported): Promise<void> {
  const listen = ['--listen', `127.0.0.1:${port}`, '--admin-port', '0'];
  const usual = ['--out', folder, '--key-manager', `http://127.0.0.1:${keyManager.port}`, ...listen];
  await run(process.execPath, [main, 'export', 'envoy', ...usual, ...options], { cwd: root });
}
