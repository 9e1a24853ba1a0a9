// @module-tag full
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { dogs } from '../cli/observe/observed-traffic.ts';
import { runGatewright } from '../cli/run-gatewright.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { findChromium } from './find-chromium.ts';

const launch = await findChromium();

/** A page that calls the API, and the API behind it. */
async function openSite() {
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.setHeader('content-type', isPage ? 'text/html' : 'application/json');
    response.end(isPage ? '<title>Dogs</title>' : JSON.stringify([{ name: 'hunter2', nickname: 'hunter2' }]));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test.skipIf(!launch)('a recording of a browser is compared', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder({ 'openapi.yaml': dogs });
  const { server, origin } = await openSite();
  const browser = await chromium.launch(launch);
  try {
    const context = await browser.newContext({ recordHar: { path: join(folder.path, 'session.har') } });
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    await page.evaluate(async () => {
      // A body that the page does not read may be missing in the recording.
      const answer = await fetch('/v1/dogs?kind=hunter2&sort=hunter2');
      await answer.text();
      await fetch('/v1/dogs', {
        method: 'POST',
        body: '{"name":"hunter2","toy":"hunter2"}',
        headers: { 'content-type': 'application/json' },
      });
    });
    await context.close();
  } finally {
    await browser.close();
    server.close();
  }
  const { code, stdout } = await runGatewright(folder.path, [
    'observe',
    '--traffic',
    'session.har',
    '--format',
    'json',
    'openapi.yaml',
  ]);
  const { differences } = JSON.parse(stdout) as {
    readonly differences: readonly {
      readonly kind: string;
      readonly operation: string;
      readonly place?: string;
    }[];
  };
  expect(code).toBe(3);
  expect(stdout).not.toContain('hunter2');
  expect(differences.map(({ kind, operation, place }) => [kind, operation, place].join(' ').trim())).toEqual([
    'undeclared-operation GET /',
    'undeclared-parameter GET /dogs',
    'undeclared-status POST /dogs',
    'undeclared-field GET /dogs /*/nickname',
    'undeclared-field POST /dogs /toy',
  ]);
});
