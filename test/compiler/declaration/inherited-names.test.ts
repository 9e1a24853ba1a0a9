import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { full } from '../../full-run.ts';
import { withInheritedNames } from '../load/validators/document-change.ts';
import type { Document } from '../load/validators/sound-documents.ts';

const lint = 'lint: { rules: { path-snake-case: { severity: error } } }\n';
const sources: Readonly<Record<string, string>> = {
  ...cleanSources,
  'gateway.config.yaml': `${cleanSources['gateway.config.yaml']}${lint}`,
};

test.each(Object.keys(sources))(
  '%s is read whatever the values of its fields are called',
  full,
  async (file) => {
    for (const changed of withInheritedNames(parse(sources[file] ?? '') as Document)) {
      const files = memorySourceTree({ ...sources, [file]: stringify(changed) });
      expect(await build(files, 'gateway.config.yaml', 'production')).toHaveProperty('diagnostics');
    }
  },
);
