import { apiKey } from '#compiled/api-key.ts';
import type { ReportedFinding } from '#compiled/api-report.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { type ApiReporter, openApiReporter, reportErrors } from '#pipeline/report-on.ts';
import type { CheckResult } from '#pipeline.ts';
import type { ReportQuery, SourceReport } from '#runtime/ports/reports.ts';
import type { Place } from '#source/place.ts';
import { errorsOfVersion } from './errors-of-version.ts';
import type { SourceReading } from './source-reading.ts';

/** Creates reports on the sources that were read last. */
export class SourceReports {
  readonly #deployment: string;
  #report: ApiReporter | undefined;
  #isBroken = false;
  /** The reasons why versions are held back, by their keys. */
  #held: ReadonlyMap<string, Diagnostic> = new Map();
  #errors: readonly Diagnostic[] = [];
  #workspace: Workspace | undefined;
  /** Where each version was declared when it could last be read, by its key. */
  #places = new Map<string, Place>();

  constructor(deployment: string) {
    this.#deployment = deployment;
  }

  /** Uses the sources that were read last. If their configuration cannot be used, the previous ones stay in use. */
  follow(reading: SourceReading): void {
    this.#isBroken = !reading.ok;
    const parts = reading.ok ? (reading.held ?? []) : [];
    this.#held = new Map(parts.flatMap(({ kind, name, reason }) => (kind === 'Api' ? [[name, reason]] : [])));
    const { checked } = reading.ok ? reading : reading.failure;
    if (checked?.workspace) this.#use(checked, checked.workspace, reading.ok && parts.length === 0);
    else if (reading.ok) this.#report = undefined;
  }

  #use(checked: CheckResult, workspace: Workspace, isServed: boolean): void {
    this.#report = openApiReporter(checked, this.#deployment);
    this.#errors = checked.diagnostics.filter(({ severity }) => severity === 'error');
    this.#workspace = workspace;
    if (isServed) this.#places.clear();
    for (const { value, place } of workspace.apis) this.#places.set(apiKey(value), place);
  }

  /** Returns the report on the given APIs; undefined if the source is a compiled table. */
  read({ apis, withFindings }: ReportQuery): SourceReport | undefined {
    const reported = this.#report?.(new Set(apis));
    if (!reported) return undefined;
    const all = new Map(reported.map((one) => [apiKey(one.report), one]));
    const held = apis.flatMap((key) => {
      const reasons = this.#reasonsOf(key, all.has(key));
      if (!reasons) return [];
      const known = new Set(all.get(key)?.findings.map(placeOf));
      return [[key, reportErrors(reasons).filter((one) => !known.has(placeOf(one)))] as const];
    });
    const byKey = [...all].map(
      ([key, { report, findings }]) => [key, { report, findings: withFindings ? findings : [] }] as const,
    );
    return { apis: new Map(byKey), isBroken: this.#isBroken, held: new Map(held) };
  }

  /** The errors because of which a version is not served as it is declared; undefined if it is, or is not declared. */
  #reasonsOf(key: string, isRead: boolean): readonly Diagnostic[] | undefined {
    const reason = this.#held.get(key);
    if (isRead) return reason && [reason];
    const workspace = this.#workspace;
    const { file, document = 0 } = this.#places.get(key) ?? placeIn(workspace, reason) ?? {};
    if (!workspace || file === undefined) return undefined;
    const errors = errorsOfVersion(this.#errors, { key, file, document }, workspace);
    return errors.length === 0 ? undefined : errors;
  }
}

/** Where the reason was found for which a version is held back that could never be read. */
function placeIn(
  workspace: Workspace | undefined,
  reason: Diagnostic | undefined,
): Pick<Place, 'file' | 'document'> | undefined {
  if (!reason) return undefined;
  return { file: reason.at.file, document: workspace?.sources.documentAt(reason.at)?.index ?? 0 };
}

function placeOf({ code, message, file, pointer }: ReportedFinding): string {
  return JSON.stringify([code, message, file, pointer]);
}
