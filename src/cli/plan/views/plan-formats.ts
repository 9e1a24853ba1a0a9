import type { PlanReport } from '../plan-report.ts';
import type { HumanViewContext } from '../../lint/views/frames.ts';

/** Renders a report as text, with a line break at the end. */
type RenderPlan = (report: PlanReport, context: HumanViewContext) => string;

/** Every format of `gatewright plan`, loaded only if it is used. */
export const planFormats: Readonly<Record<string, () => Promise<RenderPlan>>> = {
  human: async () => (await import('./plan-human.ts')).renderPlanForHumans,
  summary: async () => (await import('./plan-brief.ts')).renderPlanInBrief,
  json: async () => (await import('./plan-json.ts')).renderPlanJson,
  markdown: async () => (await import('./plan-markdown.ts')).renderPlanMarkdown,
  github: async () => (await import('./plan-github.ts')).renderPlanGithub,
};
