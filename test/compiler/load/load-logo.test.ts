import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { describeDiagnostics } from '../describe-diagnostics.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** The findings and the logo of a table whose store has the logo of a file. */
async function buildWith(file: string, content: string | undefined) {
  const config = `${cleanSources['gateway.config.yaml'] ?? ''}\nstore: { logo: ${file} }\n`;
  const files = content === undefined ? {} : { [file]: content };
  const tree = memorySourceTree({ ...cleanSources, ...files, 'gateway.config.yaml': config });
  const { diagnostics, compiled } = await build(tree, 'gateway.config.yaml', 'production');
  return { findings: describeDiagnostics(diagnostics), logo: compiled?.manifest.gateway.store?.logo };
}

describe('the logo of the store', () => {
  test.each([
    ['SVG', svg],
    ['SVG with everything before it', `<?xml version="1.0"?>\n<!-- a -- b -->\n<!DOCTYPE svg>\n${svg}`],
  ])('is in the table: %s', async (_what, content) => {
    expect(await buildWith('logo.svg', content)).toEqual({
      findings: [],
      logo: { type: 'image/svg+xml', content: Buffer.from(content).toString('base64') },
    });
  });

  test('is in the table: PNG, which a tree returns in base64', async () => {
    expect(await buildWith('logo.png', png)).toEqual({
      findings: [],
      logo: { type: 'image/png', content: png },
    });
  });

  test.each([
    ['a page', 'logo.svg', '<!doctype html><p>no image</p>'],
    ['a text with an image in it', 'logo.svg', `text ${svg}`],
    ['entities that grow', 'logo.svg', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg}`],
    ['another image', 'logo.png', Buffer.from('GIF89a').toString('base64')],
    ['nothing', 'logo.svg', ''],
    ['what does not exist', 'logo.svg', undefined],
    ['what is too large', 'logo.svg', svg + ' '.repeat(64 * 1024)],
    ['what is elsewhere', '../logo.svg', undefined],
  ])('is refused if it is %s', async (_what, file, content) => {
    const { findings, logo } = await buildWith(file, content);
    expect(logo).toBeUndefined();
    expect(findings).toMatchSnapshot();
  });
});
