// @module-tag full
import { expect, test } from 'vitest';
import { openDocument } from '#openapi/open-document.ts';
import { load } from '#compiler/load/load.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { publicDocuments, readPublicDocument } from '../../public-documents.ts';

test.each(publicDocuments)('%s loads whole', async (name) => {
  const { 'apis/dog_park/v1/openapi.yaml': _, ...others } = cleanSources;
  const text = readPublicDocument(name);
  const api = cleanSources['apis/dog_park/v1/api.yaml']!.replace('openapi.yaml', 'openapi.json');
  const files = { ...others, 'apis/dog_park/v1/api.yaml': api, 'apis/dog_park/v1/openapi.json': text };
  const { workspace, diagnostics } = await load(memorySourceTree(files), 'gateway.config.yaml');
  expect(diagnostics).toEqual([]);
  const contract = workspace!.apis[0]!.definition!.contract;
  expect(contract).toEqual(JSON.parse(text));
  expect(openDocument(contract).operations.length).toBe(countOperations(JSON.parse(text)));
});

function countOperations({ paths = {} }: { paths?: Record<string, object> }): number {
  const methods = /^(get|put|post|delete|options|head|patch|trace)$/;
  return Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => methods.test(key))).length;
}
