import { fingerprintOf } from '../../../compiler/rule/fingerprint.ts';
import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import type { SourceLocation } from '../../../source/source-location.ts';
import { printable } from '../display-width.ts';
import type { LintReport } from './lint-report.ts';
import { listSarifRules, sarifLevels, sarifText } from './sarif-rules.ts';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
/** Fields that a viewer expects: the folder that file paths are relative to. */
const baseId = '%SRCROOT%';

/** Diagnostics as a log of SARIF 2.1.0 with one run, which describes every rule. */
export function renderSarif(report: LintReport): string {
  const { diagnostics, rules, version } = report;
  const descriptors = listSarifRules(rules, diagnostics);
  const indexes = new Map(descriptors.map(({ id }, index) => [id, index]));
  const run = {
    tool: { driver: { name: 'gatewright', version, semanticVersion: version, rules: descriptors } },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [baseId]: { description: { text: 'The root of the repository.' } } },
    results: diagnostics.map((one) => ({
      ruleId: one.code,
      ruleIndex: indexes.get(one.code),
      ...renderResult(one, report),
    })),
  };
  return JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2) + '\n';
}

function renderResult(diagnostic: Diagnostic, report: LintReport) {
  const { severity, message, help, at, related, moreUses, fix } = diagnostic;
  return {
    level: sarifLevels[severity],
    message: { text: sarifText(help === undefined ? message : `${message} ${help}`) },
    locations: [{ ...renderLocation(at, report), ...renderPointer(at) }],
    relatedLocations: related?.map((one, id) => ({
      id,
      message: { text: sarifText(one.message) },
      ...renderLocation(one.at, report),
    })),
    partialFingerprints: { 'gatewright/v1': fingerprintOf(diagnostic, report.sources) },
    properties: { pointer: printable(at.pointer), help, moreUses, fix: fix?.title },
  };
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
