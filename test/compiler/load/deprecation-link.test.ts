import fc from 'fast-check';
import { validateHeaderValue } from 'node:http';
import { expect, test } from 'vitest';
import { deprecationHeaders } from '#compiled/answers/deprecation-headers.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

/** The Link header of a deprecated version, whose page has an address; undefined if the address is refused. */
async function linkHeaderOf(link: string): Promise<string | undefined> {
  const file = 'apis/dog_park/v1/api.yaml';
  const api = (cleanSources[file] ?? '').replace('state: published', 'state: deprecated');
  const deprecation = JSON.stringify({ since: '2026-01-31', link });
  const tree = memorySourceTree({
    ...cleanSources,
    [file]: `${api}\ndeprecation: ${deprecation}\n`,
    'apis/dog_park/v1/subscriptions.yaml': '',
  });
  const { compiled } = await build(tree, 'gateway.config.yaml', 'production');
  const [entry] = compiled?.manifest.apis ?? [];
  if (!compiled || !entry) return undefined;
  const headers = deprecationHeaders(entry, compiled.manifest.gateway);
  return headers[headers.indexOf('link') + 1];
}

test('a link of any characters is either refused or a valid header', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.webPath());
  await fc.assert(
    fc.asyncProperty(text, async (rest) => {
      const header = await linkHeaderOf(`https://docs.example.edu/${rest}`);
      if (header !== undefined) validateHeaderValue('link', header);
    }),
  );
});

test.each(['https://docs.example.edu/😀', 'https://docs.example.edu/ä', 'https://docs.example.edu/a>b'])(
  'the link %s is refused',
  async (link) => {
    expect(await linkHeaderOf(link)).toBeUndefined();
  },
);

test.each(['https://docs.example.edu/a%20b?c=[d]&e=1~#f', 'http://localhost/'])(
  'the link %s is sent',
  async (link) => {
    expect(await linkHeaderOf(link)).toBe(`<${link}>; rel="deprecation"`);
  },
);
