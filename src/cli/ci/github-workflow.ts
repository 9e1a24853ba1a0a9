import type { Addition } from './addition.ts';
import { type Checkout, configArguments } from './checkout.ts';
import { fillTemplate } from './fill-template.ts';
import type { PackageSource } from './package/package-source.ts';
import { workflowValues } from './workflow-parts.ts';

/** The pipeline for GitHub, which installs this program. */
export function addGithubWorkflow(checkout: Checkout, source: PackageSource): Addition {
  const text = fillTemplate('github.yml', workflowValues(checkout, source, ''));
  const command = `gatewright lint${configArguments(checkout)}`;
  return { files: [{ path: '.github/workflows/gatewright.yml', text, command }], advice: [] };
}
