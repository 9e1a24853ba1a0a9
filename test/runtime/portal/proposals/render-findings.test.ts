import { expect, test } from 'vitest';
import { renderFindings } from '#runtime/portal/proposals/render-findings.ts';

test('findings with long texts leave room on the page, and say that some are missing', () => {
  const text = '<&>'.repeat(500);
  const finding = {
    severity: 'error',
    code: 'a-rule',
    message: text,
    help: text,
    file: text,
    line: 1,
    column: 1,
  };
  const page = String(renderFindings(Array.from({ length: 50 }, () => finding as never)));
  expect(page).toContain('<code>a-rule</code>');
  expect(page).toContain('Only the beginning is shown.');
  expect(page.length).toBeLessThan(25_000);
});
