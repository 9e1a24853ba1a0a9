import * as fc from 'fast-check';
import type { LintReport } from '#cli/lint/views/lint-report.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';

const someRule = defineRule({
  name: 'some-rule',
  section: '4.5',
  severity: 'warning',
  group: 'design',
  summary: 'A name is `snake_case`: {0}.',
  why: 'Callers <guess> names.',
  examples: [],
});

export function diagnosticAt(
  line: number,
  column: number,
  endColumn: number,
  more: Partial<Diagnostic> = {},
): Diagnostic {
  const at = { file: 'api.yaml', line, column, endLine: line, endColumn, pointer: '/name' };
  return { code: 'some-rule', severity: 'error', message: 'Something is wrong.', at, ...more };
}

/** A report on one file that has been read, `api.yaml`, with default options. */
export function reportOf(diagnostics: readonly Diagnostic[], more: Partial<LintReport> = {}): LintReport {
  return {
    diagnostics,
    sources: { files: ['api.yaml'], text: () => 'kind: Api\nname: DogPark\n', textAt: () => 'DogPark' },
    rules: [someRule],
    version: '1.2.3',
    command: 'gatewright lint',
    conventions: new Set(),
    showsAll: true,
    show: (file) => file,
    paint: (_, text) => text,
    ...more,
  };
}

/** What some reader of some format takes for more than a text. */
const hostile = [
  ['%', '%25', '%0A', '\n', '\r', '\r\n', '::', '::error::', ':', ',', ';', '=', '##[error]'],
  ['<', '>', '&', '&lt;', '"', "'", ']]>', '<![CDATA[', '<!--', '<br>', '<script>', '</td>'],
  ['|', '\\', '\\|', '`', '``', '*', '_', '~~', '#', '#12', '@octocat', '$', '[a](b)', '![a](b)', '- '],
  ['https://a_b.c/_d_', 'www.a_b.c', 'a_b@c.d', '{0}', '{id}', '[x](1)', '?', ' ', '  ', '../', '\t'],
  ['\0', '\u001B[31m', '\u0085', '\u2028', '\u202E', '\uD800', '\uDC00', '\uFFFE', '\uFFFF', '👩‍🚀'],
].flat();

export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 8 })
  .map((parts) => parts.join(''));

const hostilePath = fc
  .array(
    hostileText.map((text) => text.replaceAll('/', '')),
    { minLength: 1, maxLength: 3 },
  )
  .map((segments) => `f${segments.join('/')}`);

const hostilePlace = fc
  .record({
    file: hostilePath,
    line: fc.integer({ min: 1, max: 99 }),
    column: fc.integer({ min: 1, max: 99 }),
  })
  .chain((start) =>
    fc.record({
      file: fc.constant(start.file),
      line: fc.constant(start.line),
      column: fc.constant(start.column),
      endLine: fc.constantFrom(start.line, start.line + 1),
      endColumn: fc.constant(start.column + 1),
      pointer: hostileText.map((text) => (text === '' ? '' : `/${text}`)),
    }),
  );

/** Few codes and pointers, so that names and fingerprints meet. */
const hostileDiagnostic: fc.Arbitrary<Diagnostic> = fc.record(
  {
    code: fc.constantFrom('some-rule', 'yaml-syntax'),
    severity: fc.constantFrom('error' as const, 'warning' as const, 'info' as const),
    message: hostileText,
    at: hostilePlace,
    help: hostileText,
    related: fc.array(fc.record({ message: hostileText, at: hostilePlace }), { maxLength: 2 }),
    moreUses: fc.integer({ min: 1, max: 9 }),
    secret: fc.constant(true as const),
  },
  { requiredKeys: ['code', 'severity', 'message', 'at'] },
);

/** Reports of texts and names that nobody should write; some diagnostics are there twice. */
export const hostileReport: fc.Arbitrary<LintReport> = fc
  .array(hostileDiagnostic, { maxLength: 5 })
  .chain((diagnostics) =>
    fc.shuffledSubarray([...diagnostics, ...diagnostics], { minLength: diagnostics.length }),
  )
  .map((diagnostics) => reportOf(diagnostics, { sources: { files: [], text: () => '', textAt: () => '' } }));
