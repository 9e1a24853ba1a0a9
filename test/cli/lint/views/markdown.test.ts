import * as fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { printable } from '#cli/views/display-width.ts';
import { renderMarkdown } from '#cli/lint/views/markdown.ts';
import { escapeMarkdown } from '#cli/views/escape-markdown.ts';
import { sortWorstFirst } from '#cli/views/render-counts.ts';
import { groupRepeats } from '#diagnostic/group-repeats.ts';
import { diagnosticAt, hostileReport, hostileText, reportOf } from './lint-reports.ts';

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The text that a browser shows for HTML. */
function decode(html: string): string {
  return html.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (characters[name] ?? '') : String.fromCodePoint(Number(code)),
  );
}

/** A text as a page shows it: spaces run together, and backticks may be signs of code. */
function asShown(text: string): string {
  return text
    .replaceAll('`', '')
    .replaceAll(/[ \u00A0]+/g, ' ')
    .trim();
}

/** The HTML of each heading of a file, and of each cell of a body's row, of GitHub's Markdown. */
function readTables(markdown: string) {
  const html = marked.parse(markdown, { async: false, gfm: true });
  const bodies = [...html.matchAll(/<tbody>(.*?)<\/tbody>/gs)].map(([, body = '']) => body);
  const rows = bodies.flatMap((body) => [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => row));
  const cells = rows.map((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell));
  const headings = [...html.matchAll(/<h3>(.*?)<\/h3>/gs)].map(([, heading = '']) => heading);
  return { headings, cells };
}

test('the counts, then a table a file, the worst first', () => {
  const diagnostics = [
    diagnosticAt(1, 1, 5, { severity: 'warning', message: 'Could be | nicer.', moreUses: 1 }),
    diagnosticAt(2, 7, 14, { help: 'Leave `it` out.', fix: { title: 'Remove it', steps: [] } }),
    diagnosticAt(3, 1, 2, { at: { ...diagnosticAt(3, 1, 2).at, file: 'other_api.yaml' } }),
  ];
  expect(renderMarkdown(reportOf(diagnostics))).toBe(`\
## gatewright lint

2 errors and 1 warning in 2 files; \`gatewright lint --fix\` fixes 1 of them

### api.yaml

| Line | Severity | Rule | Finding |
| ---: | --- | --- | --- |
| 2:7 | error | some-rule | Something is wrong.<br>Leave \`it\` out. |
| 1:1 | warning | some-rule | Could be &#124; nicer. (and 1 more use) |

### other\\_api.yaml

| Line | Severity | Rule | Finding |
| ---: | --- | --- | --- |
| 3:1 | error | some-rule | Something is wrong. |
`);
});

test('nothing is wrong', () => {
  expect(renderMarkdown(reportOf([]))).toBe('## gatewright lint\n\nNo problems found.\n');
});

test('a repeated finding is one row', () => {
  const diagnostics = [1, 2, 3].map((line) => diagnosticAt(line, 1, 5));
  expect(readTables(renderMarkdown(reportOf(diagnostics))).cells).toEqual([
    ['1:1', 'error', 'some-rule', 'Something is wrong. (and at 2 more places)'],
  ]);
});

test('where not all have room the worst are there, and the number of the others', () => {
  const infos = Array.from({ length: 3000 }, (_, index) =>
    diagnosticAt(index + 1, 1, 2, { severity: 'info', message: `Wrong ${index}.` }),
  );
  const markdown = renderMarkdown(reportOf([...infos, diagnosticAt(3001, 1, 2)]));
  expect(markdown.length).toBeLessThan(65_536);
  const { cells } = readTables(markdown);
  expect(cells.length).toBeGreaterThan(1000);
  expect(cells[0]).toEqual(['3001:1', 'error', 'some-rule', 'Something is wrong.']);
  expect(markdown).toContain(`\n… and ${3001 - cells.length} more, which \`gatewright lint --all\` shows.\n`);
});

describe('what GitHub would make more of', () => {
  test.each([
    ['@octocat', '`@octocat`'],
    ['see #12.', 'see `#12`.'],
    ['team/apis#12', '`team/apis#12`'],
    ['https://example.edu', 'https&#58;//example.edu'],
    ['WWW.example.edu', 'WWW&#46;example.edu'],
    ['a@b.edu', '`a@b.edu`'],
    ['C# @ home', 'C\\# @ home'],
    ['`a|b@c.d`', '<code>a&#124;b</code><code>@c.d</code>'],
    ['`a|b` and `', '<code>a&#124;b</code> and \\`'],
    ['``a`|b``, `` `c ``', '<code>a\\`&#124;b</code>, <code>\\`c</code>'],
  ])('%s', (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });
});

test('any text is shown as it is, and is nothing but text', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const { cells } = readTables(renderMarkdown(reportOf([diagnosticAt(1, 1, 2, { message: text })])));
      expect(cells).toEqual([['1:1', 'error', 'some-rule', expect.not.stringMatching(/<(?!br>|\/?code>)/)]]);
      const cell = cells[0]?.[3] ?? '';
      const shown = decode(cell.replaceAll(/<\/?code>/g, ''));
      expect(asShown(shown)).toBe(asShown(printable(text)));
      const outsideCode = decode(cell.replaceAll(/<code>.*?<\/code>/g, ' '));
      expect(outsideCode).not.toMatch(/[@#]\w/);
      expect(cell).not.toMatch(/\u200B|&#8203;/);
    }),
    { numRuns: 500 },
  );
});

test('whatever a message or a file name holds, each diagnostic has its row below its file', () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const { headings, cells } = readTables(renderMarkdown(report));
      const byFile = Map.groupBy(sortWorstFirst(groupRepeats(report.diagnostics)), ({ at }) => at.file);
      expect(headings.map((heading) => asShown(decode(heading.replaceAll(/<\/?code>/g, ''))))).toEqual(
        [...byFile.keys()].map((file) => asShown(printable(file))),
      );
      expect(cells.map((row) => row.slice(0, 3))).toEqual(
        [...byFile.values()]
          .flat()
          .map(({ at, severity, code }) => [`${at.line}:${at.column}`, severity, code]),
      );
      expect(cells.map((row) => row[3]?.split('<br>').length)).toEqual(
        [...byFile.values()].flat().map(({ help }) => (help === undefined ? 1 : 2)),
      );
    }),
  );
});
