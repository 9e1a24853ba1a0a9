import { apiKey } from '#compiled/api-key.ts';
import { type ApiReporter, openApiReporter } from '#pipeline/report-on.ts';
import type { ReportQuery, SourceReport } from '#runtime/ports/reports.ts';
import type { SourceReading } from './source-reading.ts';

/** Creates reports on the sources that were read last. */
export class SourceReports {
  readonly #deployment: string;
  #report: ApiReporter | undefined;
  #isBroken = false;

  constructor(deployment: string) {
    this.#deployment = deployment;
  }

  /** Uses the sources that were read last. If their configuration cannot be used, the previous ones stay in use. */
  follow(reading: SourceReading): void {
    this.#isBroken = !reading.ok;
    const { checked } = reading.ok ? reading : reading.failure;
    if (checked?.workspace) this.#report = openApiReporter(checked, this.#deployment);
    else if (reading.ok) this.#report = undefined;
  }

  /** Returns the report on the given APIs; undefined if the source is a compiled table. */
  read({ apis, withFindings }: ReportQuery): SourceReport | undefined {
    const reported = this.#report?.(new Set(apis));
    if (!reported) return undefined;
    const byKey = reported.map(
      ({ report, findings }) => [apiKey(report), { report, findings: withFindings ? findings : [] }] as const,
    );
    return { apis: new Map(byKey), isBroken: this.#isBroken };
  }
}
