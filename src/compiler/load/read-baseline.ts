import { isJsonObject } from '#compiled/json.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { toDiagnostic } from '#compiler/workspace/finding.ts';
import type { KnownFinding } from '#compiler/workspace/suppressions.ts';
import type { SourceFile } from '#compiler/workspace/source-file.ts';
import type { Sources } from '#compiler/workspace/sources.ts';

/**
 * The findings of a baseline; undefined, with a diagnostic of the first problem, if it is not as `gatewright` wrote it.
 */
export function readBaseline(
  { path, documents }: SourceFile,
  sources: Sources,
  diagnostics: Diagnostic[],
): readonly KnownFinding[] | undefined {
  const value = documents[0]?.value;
  const damage = findDamage(value);
  if (!damage) return (value as { readonly findings: readonly KnownFinding[] }).findings;
  const finding = {
    at: { file: path, document: 0, pointer: damage.pointer },
    message: damage.message,
    help: 'Restore it from git, or delete it and create it again with `gatewright lint --write-baseline`.',
  };
  diagnostics.push(toDiagnostic('baseline-damaged', 'error', finding, sources));
  return undefined;
}

interface Damage {
  readonly pointer: string;
  readonly message: string;
}

function findDamage(value: unknown): Damage | undefined {
  if (!isJsonObject(value) || value['kind'] !== 'Baseline') {
    return { pointer: '', message: 'This is not a baseline of gatewright.' };
  }
  if (value['format'] !== 1) {
    return { pointer: '/format', message: 'This version does not support the format of this baseline.' };
  }
  const findings: unknown = value['findings'];
  if (!Array.isArray(findings))
    return { pointer: '/findings', message: 'This baseline has no list of findings.' };
  return findDamagedEntry(findings);
}

function findDamagedEntry(findings: readonly unknown[]): Damage | undefined {
  const seen = new Set<string>();
  for (const [index, finding] of findings.entries()) {
    const pointer = `/findings/${index}`;
    if (!isKnownFinding(finding)) return { pointer, message: 'This is not a valid finding of a baseline.' };
    const { count: _count, ...known } = finding;
    const text = JSON.stringify(known);
    if (seen.has(text)) return { pointer, message: 'This finding is in the baseline twice.' };
    seen.add(text);
  }
  return undefined;
}

const fields: Readonly<Record<keyof KnownFinding, (value: unknown) => boolean>> = {
  rule: isText,
  file: isText,
  document: (value) => value === undefined || isPositive(value),
  pointer: (value) => value === '' || (isText(value) && value.startsWith('/')),
  fingerprint: (value) => isText(value) && /^[0-9a-f]{32}$/.test(value),
  items: areDigests,
  keys: areDigests,
  count: (value) => value === undefined || (isPositive(value) && value > 1),
};

function isKnownFinding(value: unknown): value is KnownFinding {
  if (!isJsonObject(value)) return false;
  const isWhole = Object.entries(fields).every(([field, fits]) => fits(value[field]));
  return isWhole && Object.keys(value).every((field) => Object.hasOwn(fields, field));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isPositive(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function areDigests(value: unknown): boolean {
  return value === undefined || (isJsonObject(value) && Object.values(value).every(isDigest));
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{16}$/.test(value);
}
