import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { describeDiagnostics } from '../describe-diagnostics.ts';

const folder = 'apis/dog_park/v1';

/** The findings and the table of a gateway whose API and whose store name these files as guides. */
async function buildWith(guides: readonly string[], files: Readonly<Record<string, string>>) {
  const list = `guides: ${JSON.stringify(guides)}`;
  const tree = memorySourceTree({
    ...cleanSources,
    ...files,
    [`${folder}/api.yaml`]: `${cleanSources[`${folder}/api.yaml`] ?? ''}\n${list}\n`,
    'gateway.config.yaml': `${cleanSources['gateway.config.yaml'] ?? ''}\nstore: { ${list} }\n`,
  });
  const { diagnostics, compiled } = await build(tree, 'gateway.config.yaml', 'production');
  return { findings: describeDiagnostics(diagnostics), compiled };
}

/** The same file below the folder of the API and below that of the Gateway document. */
function bothFolders(file: string, text: string): Readonly<Record<string, string>> {
  return { [file]: text, [`${folder}/${file}`]: text };
}

describe('the guides of an API and of the organisation', () => {
  test('are in the table, in their order', async () => {
    const texts = {
      ...bothFolders('docs/start.md', '\n# Getting `started` #\n\nAsk for a token.\n'),
      ...bothFolders('docs/paging_and-sorting.md', 'Text without a heading.\n'),
    };
    const { findings, compiled } = await buildWith(['docs/paging_and-sorting.md', 'docs/start.md'], texts);
    const guides = [
      { name: 'paging_and-sorting', title: 'Paging and sorting', text: 'Text without a heading.\n' },
      { name: 'start', title: 'Getting started', text: '\n# Getting `started` #\n\nAsk for a token.\n' },
    ];
    expect(findings).toEqual([]);
    expect(compiled?.manifest.gateway.store?.guides).toEqual(guides);
    expect([...(compiled?.apis.values() ?? [])].map((part) => part.guides)).toEqual([guides]);
  });

  test.each([
    ['does not exist', ['docs/start.md'], {}],
    ['is too large', ['docs/start.md'], bothFolders('docs/start.md', '#'.repeat(64 * 1024 + 1))],
    ['is elsewhere', ['../../../../start.md'], {}],
    ['is not Markdown', ['docs/start.html'], bothFolders('docs/start.html', '<p>')],
    [
      'has the name of another one',
      ['docs/start.md', 'more/start.md'],
      { ...bothFolders('docs/start.md', '# One'), ...bothFolders('more/start.md', '# Two') },
    ],
  ])('are refused if one %s', async (_what, guides, files) => {
    const { findings, compiled } = await buildWith(guides, files);
    expect(compiled).toBeUndefined();
    expect(findings).toMatchSnapshot();
  });
});
