import * as actions from '@actions/core';
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { printable } from '#cli/views/display-width.ts';
import { describeUses } from '#cli/lint/views/describe-uses.ts';
import { renderGithub } from '#cli/lint/views/github.ts';
import { sortWorstFirst } from '#cli/views/render-counts.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { groupRepeats } from '#diagnostic/group-repeats.ts';
import { diagnosticAt, hostileReport, reportOf } from './lint-reports.ts';

afterEach(() => vi.restoreAllMocks());

interface WorkflowCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** A line of a step's output as the runner of GitHub Actions understands it; undefined if it is only text. */
function parseCommand(line: string): WorkflowCommand | undefined {
  const text = line.trimStart();
  const end = text.indexOf('::', 2);
  if (!text.startsWith('::') || end === -1) return undefined;
  const info = text.slice(2, end);
  const [, name = '', list = ''] = /^(\S*) ?(.*)$/s.exec(info) ?? [];
  const pairs = list.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), unescape(pair.slice(at + 1), ['%0D', '%0A', '%3A', '%2C', '%25'])] as const;
  });
  return {
    name,
    properties: Object.fromEntries(pairs),
    data: unescape(text.slice(end + 2), ['%0D', '%0A', '%25']),
  };
}

/** One code after the other over the whole text, as the runner does it. */
function unescape(text: string, codes: readonly string[]): string {
  return codes.reduce((rest, code) => rest.replaceAll(code, () => decodeURIComponent(code)), text);
}

/** The lines that the runner reads, which ends one at each CR and LF. */
function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/** What GitHub's own library writes for a diagnostic. */
function writeByLibrary({ code, severity, at }: Diagnostic, message: string): string {
  let written = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += text;
    return true;
  });
  const columns = at.line === at.endLine ? { startColumn: at.column, endColumn: at.endColumn } : {};
  const properties = {
    title: code,
    file: at.file.toWellFormed(),
    startLine: at.line,
    endLine: at.endLine,
    ...columns,
  };
  const tell = { error: actions.error, warning: actions.warning, info: actions.notice };
  tell[severity](message, properties);
  vi.restoreAllMocks();
  return written;
}

function messageOf(diagnostic: Diagnostic): string {
  const uses = describeUses(diagnostic, ({ file, line, column }) => printable(`${file}:${line}:${column}`));
  const { message, help } = diagnostic;
  return [printable(message), ...(help === undefined ? [] : [printable(help)]), ...uses].join('\n');
}

test('the worst comes first, and the log ends with how many there are', () => {
  const related = [{ message: 'referenced from', at: { ...diagnosticAt(7, 1, 9).at, file: 'b.yaml' } }];
  const wide = { ...diagnosticAt(2, 7, 3).at, endLine: 4, file: 'a,b:c%.yaml' };
  const diagnostics = [
    diagnosticAt(1, 1, 5, { severity: 'info', message: 'Could be nicer.' }),
    diagnosticAt(2, 7, 14, { severity: 'warning', help: 'Leave 100% of it out: all, really.' }),
    diagnosticAt(2, 7, 3, { related, moreUses: 1, at: wide }),
  ];
  expect([...renderGithub(reportOf(diagnostics))].join('')).toBe(`\
::error title=some-rule,file=a%2Cb%3Ac%25.yaml,line=2,endLine=4::Something is wrong.%0Areferenced from: b.yaml:7:1%0Aand 1 more use
::warning title=some-rule,file=api.yaml,line=2,endLine=2,col=7,endColumn=14::Something is wrong.%0ALeave 100%25 of it out: all, really.
::notice title=some-rule,file=api.yaml,line=1,endLine=1,col=1,endColumn=5::Could be nicer.
1 error, 1 warning, and 1 info in 2 files
`);
});

test('a repeated finding is one annotation, which names three of the other places', () => {
  const diagnostics = [1, 2, 3, 4, 5, 6].map((line) => diagnosticAt(line, 1, 5));
  expect([...renderGithub(reportOf(diagnostics))].join('')).toBe(`\
::error title=some-rule,file=api.yaml,line=1,endLine=1,col=1,endColumn=5::Something is wrong.%0Aalso at api.yaml:2:1%0Aalso at api.yaml:3:1%0Aalso at api.yaml:4:1%0Aand at 2 more places
6 errors
`);
});

test('nothing to annotate is told', () => {
  expect([...renderGithub(reportOf([]))].join('')).toBe('No problems found.\n');
});

test('whatever a message or a file name holds, a diagnostic is one command, as the library of GitHub writes it', () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const commands = linesOf([...renderGithub(report)].join('')).slice(0, -2);
      const worst = sortWorstFirst(groupRepeats(report.diagnostics));
      expect(commands.map((line) => `${line}\n`)).toEqual(
        worst.map((one) => writeByLibrary(one, messageOf(one))),
      );
      const names = { error: 'error', warning: 'warning', info: 'notice' };
      expect(commands.map(parseCommand)).toMatchObject(
        worst.map((one) => ({
          name: names[one.severity],
          properties: { title: one.code, file: one.at.file.toWellFormed(), line: String(one.at.line) },
          data: messageOf(one),
        })),
      );
    }),
  );
});
