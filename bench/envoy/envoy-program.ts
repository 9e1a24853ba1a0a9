import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { subfolder, type Bench } from '../gateway/bench.ts';
import { freePort, type ServerProgram } from '../gateway/server-process.ts';

/** An Envoy with one thread, whose configuration is made for the port that it listens at. */
export async function envoyProgram(
  bench: Bench,
  name: string,
  configure: (port: number) => object,
): Promise<ServerProgram> {
  const port = await freePort();
  const folder = subfolder(bench, name);
  const file = join(folder, 'envoy.json');
  writeFileSync(file, JSON.stringify(configure(port)));
  return startedFrom(bench, name, { folder, file, port });
}

/** An Envoy that reads a configuration file. */
export function startedFrom(
  { folder: logs }: Bench,
  name: string,
  { folder, file, port }: { readonly folder: string; readonly file: string; readonly port: number },
): ServerProgram {
  return {
    name,
    words: ['envoy', '-c', file, '--concurrency', '1', '--disable-hot-restart', '-l', 'error'],
    cwd: folder,
    origin: `http://127.0.0.1:${port}`,
    logFile: join(logs, `${name}.log`),
  };
}
