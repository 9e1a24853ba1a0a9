import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { subfolder, type Bench } from '../gateway/bench.ts';
import type { Project } from '../gateway/project.ts';
import { freePort, type ServerProgram } from '../gateway/server-process.ts';
import { startedFrom } from './envoy-program.ts';

export const exportedName = 'Envoy, driven by the table';

/** Exports a project for an Envoy of one thread, which verifies tokens with the keys of a JWK Set. */
export async function exportedEnvoy(
  bench: Bench,
  project: Project,
  keys: string,
  name: string = exportedName,
): Promise<ServerProgram> {
  const folder = subfolder(bench, name);
  const port = await freePort();
  const keyFile = join(folder, 'keys.json');
  writeFileSync(keyFile, keys);
  const listen = [`--listen=127.0.0.1:${port}`, `--admin-port=${await freePort()}`, '--plain-http'];
  // Nobody configures Envoy by hand to validate requests.
  const options = [`--jwks=${keyFile}`, '--accept=request_validation', ...listen];
  const words = [bench.builds[0].program, 'export', 'envoy', `--out=${folder}`, ...options];
  await promisify(execFile)(process.execPath, words, { cwd: project.folder });
  return startedFrom(bench, name, { folder, file: join(folder, 'bootstrap.json'), port });
}
