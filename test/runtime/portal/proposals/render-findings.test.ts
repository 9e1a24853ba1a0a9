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
    pointer: text,
  };
  const page = String(renderFindings(Array.from({ length: 50 }, () => finding as never)));
  expect(page).toContain('<code>a-rule</code>');
  expect(page).toContain('Only the beginning is shown.');
  expect(page.length).toBeLessThan(25_000);
});

test('a finding in a document of one line is shown with its pointer, and its code as code', () => {
  const finding = {
    severity: 'warning',
    code: 'a-rule',
    message: 'The parameter `Sort` is not in camelCase.',
    file: 'apis/dog_park/v1/openapi.json',
    line: 1,
    column: 48_123,
    pointer: '/paths/~1dogs/get/parameters/3/name',
  } as const;
  const page = String(renderFindings([finding]));
  expect(page).toContain('The parameter <code>Sort</code> is not in camelCase.');
  // The column of a minified document tells nobody anything.
  expect(page).toContain('<bdi>apis/dog_park/v1/openapi.json</bdi>:1</code');
  const short = String(renderFindings([{ ...finding, column: 81 }]));
  expect(short).toContain('<bdi>apis/dog_park/v1/openapi.json</bdi>:1:81</code');
  expect(page).toContain('<bdi>/paths/~1dogs/get/parameters/3/name</bdi>');
});
