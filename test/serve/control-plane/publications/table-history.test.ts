import { expect, test } from 'vitest';
import { TableHistory } from '#serve/control-plane/publications/table-history.ts';
import { tableNamed } from '../tables-in-test.ts';

const nothing = { listeners: [], routes: [], clusters: [], extensionConfigs: [], secrets: [] };

test('the newest table is not an earlier one, also if it is published while it is read as that', () => {
  const history = new TableHistory();
  const [one, two] = [tableNamed('one'), tableNamed('two')];
  history.add(two, nothing, new Set(), 0);
  history.add(one, nothing, new Set(), 1);
  history.addEarlier(one, nothing, 2);
  expect(history.earlier(new Set(), 0).map(({ digest }) => digest)).toEqual([two.digest]);
  history.release(new Set(), 3);
  expect(history.compiledOf(one.digest)).toBe(one);
});
