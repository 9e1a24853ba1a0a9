import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { main } from '../run-gatewright.ts';

/** A registry of packages that has only gatewright: these sources, as if they had been published. */
export interface PackageRegistry extends AsyncDisposable {
  /** The environment in which npm and npx take packages from it, unless a file of a checkout overrides it. */
  readonly env: Readonly<Record<string, string>>;
  /** The versions that were requested. */
  readonly asked: readonly string[];
}

/** Starts it on a free port; `folder` contains its files and all that npm keeps. */
export async function startPackageRegistry(
  folder: string,
  versions: readonly string[],
): Promise<PackageRegistry> {
  await mkdir(folder, { recursive: true });
  const tarballs = new Map(
    await Promise.all(versions.map(async (version) => [version, await pack(folder, version)] as const)),
  );
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const version = /^\/gatewright-(.*)\.tgz$/.exec(request.url ?? '')?.[1];
    if (version !== undefined) {
      asked.push(version);
      response.end(tarballs.get(version));
      return;
    }
    const isKnown = request.url === '/gatewright';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? describePackage(versions, `http://${request.headers.host}`) : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const npmrc = join(folder, 'npmrc');
  await writeFile(
    npmrc,
    `registry=http://127.0.0.1:${port}/\nupdate-notifier=false\naudit=false\nfetch-retries=0\n`,
  );
  return {
    asked,
    env: { npm_config_userconfig: npmrc, npm_config_cache: join(folder, 'cache'), HOME: folder },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function describePackage(versions: readonly string[], registry: string) {
  const described = versions.map((version) => {
    const dist = { tarball: `${registry}/gatewright-${version}.tgz` };
    return [version, { ...manifest(version), dist }] as const;
  });
  return {
    name: 'gatewright',
    'dist-tags': { latest: versions.at(-1) },
    versions: Object.fromEntries(described),
  };
}

function manifest(version: string) {
  return { name: 'gatewright', version, bin: { gatewright: 'main.mjs' } };
}

async function pack(folder: string, version: string): Promise<Buffer> {
  const sources = join(folder, version, 'package');
  await mkdir(sources, { recursive: true });
  await writeFile(join(sources, 'package.json'), JSON.stringify(manifest(version)));
  const start = `#!/usr/bin/env node\nawait import(${JSON.stringify(pathToFileURL(main).href)});\n`;
  await writeFile(join(sources, 'main.mjs'), start, { mode: 0o755 });
  const tarball = join(folder, `${version}.tgz`);
  await promisify(execFile)('tar', ['czf', tarball, '-C', join(folder, version), 'package']);
  return readFile(tarball);
}
