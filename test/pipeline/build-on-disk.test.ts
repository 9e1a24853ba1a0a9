import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRepository } from '../../bench/gateway/make-repository.ts';
import { build } from '#pipeline.ts';
import { createBuilder, type Builder } from '#pipeline/create-builder.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';

const config = 'gateway.config.yaml';
let outside: string;
let root: string;
let builder: Builder;

beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'gatewright-builder-'));
  root = join(outside, 'root');
  await makeRepository(root, { apis: 4, operations: 3, applications: 2, subscriptions: 6 });
  builder = createBuilder(diskSourceTree(root), config, 'production');
  expect((await builder.build('all')).diagnostics).toEqual([]);
});

afterEach(() => rm(outside, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

function configuration(sources: string): string {
  const production = "{ gatewayUrl: 'https://gateway.example.edu' }";
  return `kind: Gateway\nformat: 1\norganisation: O\nsources: ${sources}\ndeployments: { production: ${production} }\n`;
}

/** Builds after some changes, and compares that with a first build. */
async function rebuild(...changed: readonly string[]): Promise<readonly string[]> {
  const rebuilt = await builder.build(new Set(changed));
  const whole = await build(diskSourceTree(root), config, 'production');
  expect([rebuilt.diagnostics, rebuilt.compiled, rebuilt.sources.files]).toEqual([
    whole.diagnostics,
    whole.compiled,
    whole.sources.files,
  ]);
  return whole.diagnostics.map(({ code }) => code);
}

const first = 'apis/amber_airport_animal/v1';
const second = 'apis/amber_airport_boat/v1';

test('files that come, change, move and go are found', async () => {
  await write('tiers/silver.yaml', 'kind: Tier\nname: silver\n');
  expect(await rebuild('tiers/silver.yaml')).toEqual([]);
  await write('tiers/silver.yaml', 'kind: Tier\nname: gold\n');
  expect(await rebuild('tiers/silver.yaml')).toEqual(['duplicate-name']);
  await rename(join(root, 'tiers/silver.yaml'), join(root, 'tiers/.silver.yaml'));
  expect(await rebuild('tiers/silver.yaml', 'tiers/.silver.yaml')).toEqual([]);
  await rm(join(root, first, 'openapi.yaml'));
  expect(await rebuild(`${first}/openapi.yaml`)).toEqual(['definition-unreadable']);
});

test('a folder is named in place of all that is in it', async () => {
  await rename(join(root, 'apis/amber_airport_animal'), join(outside, 'kept'));
  expect(await rebuild('apis/amber_airport_animal')).toEqual([]);
  await rename(join(outside, 'kept'), join(root, 'apis/amber_airport_animal'));
  expect(await rebuild('apis/amber_airport_animal')).toEqual([]);
  await rm(join(root, first), { recursive: true });
  await write(first, 'kind: Tier\nname: silver\n');
  await rebuild(first);
});

test('what links lead to is found, though a change of it is not seen', async () => {
  await mkdir(join(root, 'shared'));
  await rename(join(root, first, 'openapi.yaml'), join(root, 'shared/openapi.yaml'));
  await symlink('../../../shared/openapi.yaml', join(root, first, 'openapi.yaml'));
  expect(await rebuild(`${first}/openapi.yaml`)).toEqual([]);
  await write('shared/openapi.yaml', 'openapi: 3.0.3\ninfo: { title: Animals, version: "1" }\npaths: {}\n');
  expect(await rebuild()).toEqual([]);
  await rename(join(root, second), join(root, 'shared/boats'));
  await symlink('../../shared/boats', join(root, second));
  expect(await rebuild(second, `${second}/api.yaml`)).toEqual([]);
});

test('a folder that a glob names may be a link', async () => {
  await mkdir(join(root, 'shared'));
  await symlink('shared', join(root, 'linked'));
  await write(
    config,
    configuration("['apis/**/*.yaml', 'applications/*.yaml', tiers.yaml, 'linked/*.yaml']"),
  );
  expect(await rebuild(config)).toEqual(['sources-empty']);
  await write('shared/silver.yaml', 'kind: Tier\nname: silver\n');
  expect(await rebuild('linked/silver.yaml')).toEqual([]);
  await write('shared/silver.yaml', 'kind: Tier\nname: gold\n');
  expect(await rebuild()).toEqual(['duplicate-name']);
});

test('what is not a source does no harm', async () => {
  await write('notes.log', 'text');
  await mkdir(join(root, 'empty'));
  expect(await rebuild('notes.log', 'empty', 'no/such/file', '../outside', 'apis')).toEqual([]);
});
