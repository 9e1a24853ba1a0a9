import type { LintReport } from './lint-report.ts';

/** Renders a report as text or as pieces of text, with a line break at the end. */
type RenderReport = (report: LintReport) => string | Iterable<string>;

/** Every format of `gatewright lint`, loaded only if it is used. */
export const formats: Readonly<Record<string, () => Promise<RenderReport>>> = {
  human: async () => (await import('./human.ts')).renderHumanReport,
  json: async () => (await import('./json.ts')).renderJson,
  sarif: async () => (await import('./sarif.ts')).renderSarif,
  junit: async () => (await import('./junit.ts')).renderJunit,
  github: async () => (await import('./github.ts')).renderGithub,
  gitlab: async () => (await import('./gitlab.ts')).renderGitlab,
  markdown: async () => (await import('./markdown.ts')).renderMarkdown,
};
