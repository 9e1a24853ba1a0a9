// @module-tag full
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { marked } from 'marked';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { reportFormats } from '#cli/report/views/report-formats.ts';
import type { Report } from '#compiler/report/report.ts';
import { repositoryWithFindings } from '../../../compiler/report/repository-with-findings.ts';
import { makeTestFolder } from '../../../platform/in-folder.ts';
import { openShared } from '../../../serve/running-gateway.ts';
import { attack, attacks, findTraces } from '../../../store/attacks/hostile-markup.ts';
import { isWithoutBrowser, openBrowser, skipped } from '../../../interop/open-browser.ts';
import { callGatewright } from '../../call-gatewright.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** What would run, load or link something in Markdown, also in a cell that is cut. */
const texts = [
  attack,
  ...attacks,
  'a | <img src=x onerror=attacked=1> | b',
  '`<img src=https://evil.example.org/i.png>`',
  '`` ` `` <script>attacked = 1</script>',
  'x\n\n<script>attacked = 1</script>\n\n# x',
  'https://evil.example.org/ www.evil.example.org eve@evil.example.org',
  '&lt;img src=x onerror=attacked=1&gt; \\<b>',
];

/** The markup in every way that `texts` lists, in each place where the report has a text in turn. */
function spoil(value: unknown, next: () => string): unknown {
  if (typeof value === 'string') return next();
  if (Array.isArray(value)) return value.map((one) => spoil(one, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spoil(one, next)]));
}

/** Runs the command in a repository with markup in its names, descriptions, owners and names of files. */
async function report(format: string): Promise<string> {
  const edit = (file: string, change: (text: string) => string) => ({
    [file]: change(repositoryWithFindings[file] ?? ''),
  });
  const title = JSON.stringify(attack);
  await using folder = await temporaryFolder({
    ...repositoryWithFindings,
    ...edit('gateway.config.yaml', (text) => text.replace(/organisation: .*/, `organisation: ${title}`)),
    ...edit('apis/dog_park/v1/api.yaml', (text) =>
      text
        .replace('owner: parks-team', `owner: ${title}\ndescription: ${title}`)
        .replace('successor: DogPark/v10', `successor: ${title}`),
    ),
    ...edit('apis/dog_park/v1/openapi.yaml', (text) => text.replace(/title: .*/, `title: ${title}`)),
    'apis/"><img src=x onerror=attacked=1>.yaml': `kind: ${title}\nname: ${title}\n`,
  });
  const { stdout, stderr } = await callGatewright(folder.path, ['report', '--format', format]);
  expect(stderr).toBe('');
  return stdout;
}

/** The reports of some formats for each text, the first of them in the first place. */
async function renderHostile(format: string): Promise<readonly string[]> {
  const render = await reportFormats[format]?.();
  const clean = JSON.parse(await report('json')) as unknown;
  return texts.map((_, first) => {
    let index = first;
    const spoilt = spoil(clean, () => texts[index++ % texts.length] ?? '');
    return render?.(spoilt as Report, (_style, text) => text) ?? '';
  });
}

let browser: Browser;

beforeAll(() =>
  isWithoutBrowser ? undefined : openShared(async (atEnd) => void (browser = await openBrowser(atEnd))),
);

/** Elements that no report has. */
const made = 'script, img, svg, iframe, form, a, attack-element, input, object, [onerror], [onload]';
const findMade = `Array.from(document.querySelectorAll('${made}'), (element) => element.outerHTML)`;

/** What pages do when they are opened from a file, besides being shown. */
async function watch(pages: readonly string[]): Promise<readonly string[]> {
  const folder = await makeTestFolder(onTestFinished);
  const context = await browser.newContext();
  const page = await context.newPage();
  const noticed: string[] = [];
  page.on('console', (message) => noticed.push(message.text()));
  page.on('pageerror', (error) => noticed.push(String(error)));
  page.on('dialog', (dialog) => noticed.push(dialog.message()));
  const file = join(folder, 'report.html');
  const address = pathToFileURL(file).href;
  context.on('request', (request) => {
    if (request.url() !== address) noticed.push(`requested ${request.url()}`);
  });
  for (const text of pages) {
    await writeFile(file, text);
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForTimeout(50);
    noticed.push(...(await findTraces(page)));
    noticed.push(...(await page.evaluate<string[]>(findMade)));
    expect(page.url()).toBe(address);
  }
  await context.close();
  return noticed;
}

/** As a host shows Markdown that lets all HTML through. */
function showMarkdown(text: string): string {
  return `<!doctype html><meta charset="utf-8"><body>${marked.parse(text, { async: false, gfm: true })}`;
}

describe.skipIf(isWithoutBrowser)(`markup in a report${skipped}`, () => {
  test('makes elements where nothing escapes it, so that these tests can fail', async () => {
    const noticed = await watch([showMarkdown(attack.replace(/<meta.*/, '').replace(/^.*<\/title>.*/, ''))]);
    expect(noticed.length).toBeGreaterThan(5);
  });

  test('of a repository runs nothing and loads nothing, as HTML', async () => {
    const page = await report('html');
    expect(page).toContain('&lt;script&gt;globalThis.attacked');
    expect(await watch([page])).toEqual([]);
  });

  test('of a repository runs nothing and loads nothing, as Markdown on a host', async () => {
    const text = await report('markdown');
    expect(text).toContain('&lt;/title&gt;');
    expect(await watch([showMarkdown(text)])).toEqual([]);
  });

  test('in every text runs nothing and loads nothing, as HTML', async () => {
    expect(await watch(await renderHostile('html'))).toEqual([]);
  });

  test('in every text runs nothing and loads nothing, as Markdown on a host', async () => {
    expect(await watch((await renderHostile('markdown')).map(showMarkdown))).toEqual([]);
  });
});
