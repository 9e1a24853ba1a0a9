import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import type { KnownFinding } from '../../workspace/known-finding.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { identifyFinding, type FoundIn } from './identify-finding.ts';

/** The baseline of some findings: JSON, a line for each of them in the order of their places, so that a change is a few lines. */
export function writeBaseline(findings: readonly Diagnostic[], sources: FoundIn): string {
  const known = findings.map((one) => identifyFinding(one, fingerprintOf(one, sources), sources));
  const lines = known.toSorted(compareFindings).map((one) => JSON.stringify(one));
  const entries = [...Map.groupBy(lines, (line) => line)].map(([line, { length }]) =>
    length === 1 ? line : `${line.slice(0, -1)},"count":${length}}`,
  );
  const list = entries.length === 0 ? '[]' : `[\n${entries.map((entry) => `    ${entry}`).join(',\n')}\n  ]`;
  return `{\n  "kind": "Baseline",\n  "format": 1,\n  "findings": ${list}\n}\n`;
}

function compareFindings(a: KnownFinding, b: KnownFinding): number {
  return (
    compareText(a.file, b.file) ||
    (a.document ?? 0) - (b.document ?? 0) ||
    compareText(a.pointer, b.pointer) ||
    compareText(a.rule, b.rule) ||
    compareText(a.fingerprint, b.fingerprint)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
