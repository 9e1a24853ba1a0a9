import { once } from 'node:events';
import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../runtime/free-port.ts';

/** A copy of what `npm start` runs, whose ports are free ones, so that it never meets a demo that is running. */
export interface ExamplesCopy extends AsyncDisposable {
  readonly folder: string;
  /** The free port that replaces each declared one. */
  readonly ports: ReadonlyMap<number, number>;
}

const copied = ['entry', 'examples', 'gateway.config.yaml', 'package.json'];
const linked = ['src', 'node_modules'];
const declaredPorts = [8243, 8244, 18301, 18302, 18303, 18304, 18305, 18306, 18307, 18308];

export async function copyExamples(root: string): Promise<ExamplesCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-examples-'));
  await Promise.all(copied.map((name) => cp(join(root, name), join(folder, name), { recursive: true })));
  await Promise.all(linked.map((name) => symlink(join(root, name), join(folder, name))));
  const free = await freePorts(declaredPorts.length);
  const ports = new Map(declaredPorts.map((port, index) => [port, free[index] ?? 0]));
  await replacePorts(folder, ports);
  return {
    folder,
    ports,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

async function replacePorts(folder: string, ports: ReadonlyMap<number, number>): Promise<void> {
  const files = ['gateway.config.yaml'];
  for await (const file of glob('examples/apis/*/*/api.yaml', { cwd: folder })) files.push(file);
  for (const file of files.map((name) => join(folder, name))) {
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replaceAll(/\b\d{4,5}\b/g, (digits) => String(ports.get(Number(digits)) ?? digits)),
    );
  }
}

/** Takes a port of the loopback address, so that no other process can. */
export async function occupyPort(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
