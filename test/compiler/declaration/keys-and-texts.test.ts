import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { ExampleEdit } from '#compiler/rule/define-rule.ts';
import { editApi, editGateway, applyExampleEdits } from '#compiler/rule/example-edits.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

/** The codes and lines of the findings after edits of the clean sources. */
async function diagnose(edit: ExampleEdit): Promise<readonly string[]> {
  const files = applyExampleEdits(cleanSources, [edit]);
  const { diagnostics } = await build(memorySourceTree(files), 'gateway.config.yaml', 'production');
  return diagnostics.map(({ code, at }) => `${at.line} ${code}`);
}

test.each(['"a\\nb"', '""', '"../x y"', '__proto__', 'Production', '2nd'])(
  'a deployment cannot be called %s',
  async (name) => {
    expect(await diagnose(editGateway('  qa:', `  ${name}: null\n  qa:`))).toEqual(['7 invalid-value']);
    expect(await diagnose(editApi('endpoints:', `deployments:\n  ${name}: null\nendpoints:`))).toEqual([
      '9 invalid-value',
    ]);
  },
);

test.each(['"a\\nb"', '""', '__proto__'])('no rule is called %s', async (name) => {
  const lint = `lint:\n  rules:\n    ${name}: off\ndeployments:`;
  expect(await diagnose(editGateway('deployments:', lint))).toEqual(['6 invalid-value']);
});

test.each(['"X-A\\r\\nSet-Cookie: x"', 'é', '"X A"', '""'])('no header is called %s', async (name) => {
  const cors = (field: string) => `cors:\n  allowOrigins: ["*"]\n  ${field}: [${name}]\nendpoints:`;
  expect(await diagnose(editApi('endpoints:', cors('allowHeaders')))).toEqual(['10 invalid-value']);
  expect(await diagnose(editApi('endpoints:', cors('exposeHeaders')))).toEqual(['10 invalid-value']);
});

test.each(['not a host!', '', '"[::1]"', 'https://localhost', '"localhost\\n"', 'a..b', '/run/socket'])(
  'nothing listens on %s',
  async (host) => {
    for (const listener of ['listener', 'admin']) {
      const added = `    ${listener}:\n      host: ${host || '""'}\n  qa:`;
      expect(await diagnose(editGateway('  qa:', added))).toEqual(['8 invalid-value']);
    }
  },
);

test.each([
  'localhost',
  '0.0.0.0',
  '"::"',
  '"::1"',
  '"::ffff:127.0.0.1"',
  '"fe80::1%eth0"',
  'api-1.example.edu',
])('a listener may be at %s', async (host) => {
  expect(await diagnose(editGateway('  qa:', `    listener: { host: ${host} }\n  qa:`))).toEqual([]);
});
