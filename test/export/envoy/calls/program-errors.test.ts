// @module-tag full
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../../runtime/table-builder.ts';
import { whyNoEnvoy } from '../envoy-in-test.ts';
import { openRecorder, signToken, startPlane } from '../plane-in-test.ts';

const begin = 'function envoy_on_request(handle)';

async function openPlane() {
  const upstream = await openRecorder('dogs');
  const table = buildTable({
    apis: [defineApi({ operations: ['GET /dogs'], endpoints: { production: { targets: [upstream.url] } } })],
    applications: [defineApplication('Walker')],
    subscriptions: [subscribe('Walker')],
  });
  const { keyManagerUrl: iss, gatewayUrl: aud } = table.manifest.gateway;
  const token = await signToken({ iss, aud });
  const plane = await startPlane(table);
  const file = join(plane.folder, 'program/calls.json');
  const good = await readFile(file, 'utf8');
  expect(good).toContain(begin);
  /** Replaces the beginning of the program by another one. */
  const change = async (other: string) => {
    const program = good.replace(begin, JSON.stringify(other).slice(1, -1));
    await writeFile(`${file}.new`, program);
    await rename(`${file}.new`, file);
  };
  const stat = async (name: string) => {
    const text = await plane.admin('/stats');
    return Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)?.[1]);
  };
  return { ...plane, change, stat, upstream, call: () => plane.call('/dog_park/v1/dogs', { token }) };
}

const filter = 'extension_config_discovery.http_filter.calls';

test.skipIf(whyNoEnvoy).each([
  ['cannot be read', `functio envoy_on_request(handle)`, "'=' expected near 'envoy_on_request'"],
  ['fails when it is loaded', `error("not loaded")\n${begin}`, 'not loaded'],
])(
  `Envoy refuses a program that %s, and keeps the previous one${whyNoEnvoy}`,
  async (_how, other, reason) => {
    const plane = await openPlane();
    await plane.change(other);
    await eventually(async () => expect(await plane.stat(`${filter}.update_rejected`)).toBe(1));
    expect(plane.log()).toContain(reason);
    expect((await plane.call()).status).toBe(200);
    expect(await plane.stat('http.calls.lua.errors')).toBe(0);
  },
);

test.skipIf(whyNoEnvoy)(
  `a program that fails at a call forwards nothing, and Envoy counts it${whyNoEnvoy}`,
  async () => {
    const plane = await openPlane();
    await plane.change(`${begin}\nlocal nothing = nil; nothing.field = 1`);
    await eventually(async () => expect((await plane.call()).code).toBe('api_unknown'));
    const { length } = plane.upstream.received;
    expect((await plane.call()).code).toBe('api_unknown');
    expect(plane.upstream.received).toHaveLength(length);
    expect(await plane.stat('http.calls.lua.errors')).toBeGreaterThanOrEqual(2);
  },
);
