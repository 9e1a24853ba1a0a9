import type { Report } from '#compiler/report/report.ts';
import type { Paint } from '../../io.ts';

/** Renders a report as text, with a line break at the end. */
type RenderReport = (report: Report, paint: Paint) => string;

/** Every format of `gatewright report`, loaded only if it is used. */
export const reportFormats: Readonly<Record<string, () => Promise<RenderReport>>> = {
  human: async () => (await import('./report-human.ts')).renderReportForHumans,
  json: async () => (await import('./report-json.ts')).renderReportJson,
  markdown: async () => {
    const { renderReportMarkdown } = await import('./report-markdown.ts');
    return (report) => renderReportMarkdown(report);
  },
  html: async () => (await import('./report-html.ts')).renderReportHtml,
};
