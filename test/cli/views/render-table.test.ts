import { expect, test } from 'vitest';
import { renderTable } from '#cli/views/render-table.ts';

test('columns are as wide as their widest cell', () => {
  expect(renderTable([['Name', 'On'], ['ada lovelace', 'yes'], ['b']])).toEqual([
    '  Name          On',
    '  ada lovelace  yes',
    '  b             b',
  ]);
});

test('any number of rows is rendered', () => {
  const rows = Array.from({ length: 300_000 }, (_, row) => [String(row), 'x']);
  expect(renderTable(rows)).toHaveLength(rows.length);
});
