import { groupRepeats, type RepeatedFinding } from '#diagnostic/group-repeats.ts';
import type { SourceLocation } from '#source/source-location.ts';
import { printable } from '../../views/display-width.ts';
import { sortWorstFirst } from '../../views/render-counts.ts';
import { countPlaces } from './describe-uses.ts';
import { fingerprintOfGroup } from './fingerprint-of-group.ts';
import type { LintReport } from './lint-report.ts';
import type { RuleDescription } from '#compiler/rule/define-rule.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { looseningOf } from './explain-loosening.ts';
import { escapeMarkdown } from '../../views/escape-markdown.ts';

const sarifLevels = { error: 'error', warning: 'warning', info: 'note' } as const;

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The name that viewers expect for the folder that file paths are relative to. */
const baseId = '%SRCROOT%';

/**
 * GitHub rejects a run with more results, and reads at most `maxLocations` of each ("SARIF support for code scanning").
 */
const maxResults = 25_000;

const maxLocations = 100;

/**
 * Diagnostics as a SARIF 2.1.0 log with one run, which describes every rule. Repeated diagnostics are one result. If
 * there are more results than GitHub accepts, the log contains the most severe, and a notification with both numbers.
 */
export function renderSarif(report: LintReport, most = maxResults): string {
  const { diagnostics, rules, version } = report;
  const descriptors = listSarifRules(rules, diagnostics);
  const indexes = new Map(descriptors.map(({ id }, index) => [id, index]));
  const findings = groupRepeats(diagnostics);
  const shown = findings.length <= most ? findings : sortWorstFirst(findings).slice(0, most);
  const run = {
    tool: { driver: { name: 'gatewright', version, semanticVersion: version, rules: descriptors } },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [baseId]: { description: { text: 'The root of the repository.' } } },
    ...(shown.length < findings.length && {
      invocations: [
        { executionSuccessful: true, toolExecutionNotifications: [describeCut(findings, most, report)] },
      ],
    }),
    results: shown.map((one) => ({
      ruleId: one.code,
      ruleIndex: indexes.get(one.code),
      ...renderResult(one, report),
    })),
  };
  return JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2) + '\n';
}

function describeCut({ length }: readonly RepeatedFinding[], most: number, { command }: LintReport) {
  const text = `Only the ${most} worst of ${length} results are in this file; \`${command ?? 'gatewright lint -'} --all\` shows all of them.`;
  return { level: 'warning', message: { text } };
}

function renderResult(diagnostic: RepeatedFinding, report: LintReport) {
  const { severity, message, help, at, moreUses, fix, alsoAt } = diagnostic;
  const related = listRelated(diagnostic);
  const more = alsoAt.length === 0 ? '' : ` (${countPlaces(alsoAt.length)})`;
  return {
    level: sarifLevels[severity],
    message: { text: sarifText(help === undefined ? message : `${message} ${help}`) + more },
    locations: [{ ...renderLocation(at, report), ...renderPointer(at) }],
    relatedLocations: related?.map((one, id) => ({
      id,
      message: { text: sarifText(one.message) },
      ...renderLocation(one.at, report),
    })),
    partialFingerprints: { 'gatewright/v1': fingerprintOfGroup(diagnostic, report.sources) },
    properties: {
      pointer: printable(at.pointer),
      help,
      moreUses,
      morePlaces: alsoAt.length || undefined,
      fix: fix?.title,
    },
  };
}

/** The places that explain or repeat a result, up to the maximum, in which the result's own location counts. */
function listRelated({ related, alsoAt }: RepeatedFinding) {
  if (!related && alsoAt.length === 0) return undefined;
  const repeats = alsoAt.map((at) => ({ message: 'also here', at }));
  return [...(related ?? []), ...repeats].slice(0, maxLocations - 1);
}

function renderLocation({ file, line, column, endLine, endColumn }: SourceLocation, { show }: LintReport) {
  return {
    physicalLocation: {
      artifactLocation: { uri: toRelativeUri(show(file)), uriBaseId: baseId },
      region: { startLine: line, startColumn: column, endLine, endColumn },
    },
  };
}

function renderPointer({ pointer }: SourceLocation) {
  return pointer === '' ? {} : { logicalLocations: [{ fullyQualifiedName: printable(pointer) }] };
}

/** A path as a relative reference of RFC 3986, section 4.2. */
function toRelativeUri(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

/**
 * A `reportingDescriptor` (SARIF 2.1.0, section 3.49) for every rule, and for each diagnostic code that is not a
 * rule's.
 */
function listSarifRules(rules: readonly RuleDescription[], diagnostics: readonly Diagnostic[]) {
  const names = new Set(rules.map(({ name }) => name));
  const others = new Map(
    diagnostics.filter(({ code }) => !names.has(code)).map(({ code, severity }) => [code, severity]),
  );
  return [...rules.map(describeRule), ...[...others].map(([code, severity]) => describeCode(code, severity))];
}

function describeRule({ name, section, severity, group, summary, why }: RuleDescription) {
  return {
    id: name,
    shortDescription: { text: sarifText(summary) },
    fullDescription: { text: sarifText(why) },
    help: {
      text: sarifText(
        `${summary} ${why} gatewright explain ${name} shows examples.${describeLoosening(name)}`,
      ),
      markdown: [
        `**${escapeMarkdown(summary)}**`,
        escapeMarkdown(why),
        `\`gatewright explain ${name}\` shows examples.${escapeMarkdown(describeLoosening(name))}`,
      ].join('\n\n'),
    },
    defaultConfiguration: { level: sarifLevels[severity] },
    properties: { section, tags: [group] },
  };
}

/** A sentence that explains how to loosen a rule; empty if that is not possible. */
function describeLoosening(name: string): string {
  if (!looseningOf(name)) return '';
  return ` To loosen the rule, set its severity under lint.rules in the configuration, as in ${name}: off.`;
}

/** The descriptor of a code that is not a rule's, such as that of malformed YAML. */
function describeCode(code: string, severity: Diagnostic['severity']) {
  const text = `The sources meet ${code}.`;
  return {
    id: code,
    shortDescription: { text },
    fullDescription: { text },
    help: { text },
    defaultConfiguration: { level: sarifLevels[severity] },
  };
}

/**
 * Escapes a text, so that SARIF viewers find no placeholder (2.1.0, section 3.11.5) and no link (3.11.6) in it. Other
 * braces and brackets are not escaped, since viewers would show the escapes: `/dogs/{id}`.
 */
function sarifText(text: string): string {
  return printable(text)
    .replaceAll(/\{(\d+)\}/g, '{{$1}}')
    .replaceAll('](', '\\](');
}
