import { html, type Html } from '#runtime/pages/html.ts';
import type { ReportQuery, SourceReport } from '#runtime/ports/reports.ts';
import type { Portal } from '../visit/portal.ts';
import { texts } from '../texts/texts.ts';
import { unlessUnavailable } from './recent-usage.ts';

const { publisher } = texts;

/** What the sources say, or why that is not known. */
export interface ReportState {
  /** Undefined as well if the gateway serves a table that was compiled elsewhere. */
  readonly sources: SourceReport | undefined;
  readonly isUnavailable: boolean;
}

export async function readReport({ services }: Portal, query: ReportQuery): Promise<ReportState> {
  const read = await unlessUnavailable(services.readReport(query).then((sources) => ({ sources })));
  return { sources: read?.sources, isUnavailable: read === undefined };
}

/** What a reader has to know of reports; undefined if there is nothing to know. */
export function renderReportState({ sources, isUnavailable }: ReportState): Html | undefined {
  if (isUnavailable) return html`<p class="notice">${publisher.reportUnavailable}</p>`;
  if (!sources) return html`<p class="notice">${publisher.notCompiled}</p>`;
  return sources.isBroken ? html`<p class="warning">${publisher.broken}</p>` : undefined;
}
