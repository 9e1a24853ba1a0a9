// @module-tag full
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start, writeSources } from '../../serve/running-gateway.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d4948445200ff', 'hex');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** Starts a store with a logo, and loads what its page shows as the logo. */
async function startWithLogo(file: string, content: string | Buffer) {
  const { root, write } = await writeSources();
  await writeFile(join(root, file), content);
  await write('gateway.config.yaml', (text) => `${text}\nstore: { logo: ${file} }\n`);
  const { gatewayUrl, sees } = await start({ root, plainHttp: true });
  const load = async () => {
    const page = await (await fetch(`${gatewayUrl}/store`)).text();
    const path = /<img class="logo" src="([^"]*)" alt=""/.exec(page)?.[1] ?? 'no logo';
    const image = await fetch(gatewayUrl + path);
    return { path, image, bytes: Buffer.from(await image.arrayBuffer()) };
  };
  return { root, load, sees };
}

test('a PNG is shown as it is', async () => {
  const { load } = await startWithLogo('logo.png', png);
  const { image, bytes } = await load();
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(bytes).toEqual(png);
});

test('an SVG runs nothing, also where it is opened by itself', async () => {
  const { load } = await startWithLogo('logo.svg', svg);
  const { path, image, bytes } = await load();
  expect(path).toMatch(/^\/store\/assets\/logo-[0-9a-f]{12}\.svg$/);
  expect(bytes.toString()).toBe(svg);
  expect(Object.fromEntries(image.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});

test('a changed file is shown after the reload that it causes, at another address', async () => {
  const { root, load, sees } = await startWithLogo('logo.svg', svg);
  const before = await load();
  await writeFile(join(root, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await sees('reloaded');
  const after = await load();
  expect(after.bytes.toString()).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(after.path).not.toBe(before.path);
});
