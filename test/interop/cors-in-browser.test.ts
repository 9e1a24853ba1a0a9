// @module-tag full
import { readFileSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findChromium } from './find-chromium.ts';
import { openInterop } from './open-interop.ts';
import { serveApplication } from './single-page-application.ts';
import { trustKeyOf } from './trust-key-of.ts';

const browserFound = await findChromium();
const page = readFileSync(new URL('../../docs/cors.md', import.meta.url), 'utf8');

/** Calls the API from a page of an origin: the status or the error of the script, and the console of the browser. */
async function callFrom(url: string, gatewayUrl: string, options: object, launch: LaunchOptions) {
  const trust = await trustKeyOf(gatewayUrl);
  const browser = await chromium.launch({ ...launch, args: [...(launch.args ?? []), trust] });
  onTestFinished(() => browser.close());
  const tab = await browser.newPage();
  const written: string[] = [];
  tab.on('console', (message) => written.push(message.text()));
  await tab.goto(url);
  const call = `fetch('${gatewayUrl}/dog_park/v1/dogs', ${JSON.stringify(options)})`;
  const result = await tab.evaluate(`${call}.then(({ status }) => status, (error) => String(error))`);
  return { result, written: written.join('\n') };
}

describe.skipIf(!browserFound)('a page of another origin in Chromium (skipped where there is none)', () => {
  const headers = { authorization: 'Bearer none' };
  const hides = 'TypeError: Failed to fetch';

  test.each([
    ['an allowed origin reads even an error', true, { headers }, 403, 'status of 403'],
    [
      'an origin that is not allowed',
      false,
      { headers },
      hides,
      "No 'Access-Control-Allow-Origin' header is present",
    ],
    [
      'a header that is not allowed',
      true,
      { headers: { ...headers, 'x-breed': 'beagle' } },
      hides,
      'is not allowed by Access-Control-Allow-Headers',
    ],
    ['credentials', true, { headers, credentials: 'include' }, hides, 'Access-Control-Allow-Credentials'],
  ])('%s', async (_, isAllowed, options, result, message) => {
    let gatewayUrl = '';
    const application = await serveApplication(() => gatewayUrl);
    const pageUrl = isAllowed ? application.url : 'https://other.example.edu/';
    ({ gatewayUrl } = await openInterop({ pageUrl }));
    const called = await callFrom(application.url, gatewayUrl, options, browserFound ?? {});
    expect(called).toEqual({ result, written: expect.stringContaining(message) });
    if (result === hides) expect(page).toContain(message);
  });
});
