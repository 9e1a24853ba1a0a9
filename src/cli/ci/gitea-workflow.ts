import type { Addition } from './addition.ts';
import { type Checkout, configArguments } from './checkout.ts';
import { fillTemplate } from './fill-template.ts';
import type { PackageSource } from './package/package-source.ts';
import { workflowValues } from './workflow-parts.ts';

/** Actions are named by their full URL, since a Gitea instance can resolve short names to another host. */
const github = 'https://github.com/';

/** The pipeline for Gitea and Forgejo, which installs this program. Gitea has no merge queue, annotations or code scanning. */
export function addGiteaWorkflow(checkout: Checkout, source: PackageSource): Addition {
  const text = fillTemplate('gitea.yml', workflowValues(checkout, source, github));
  const command = `gatewright lint${configArguments(checkout)}`;
  return {
    files: [{ path: '.gitea/workflows/gatewright.yml', text, command }],
    advice: [
      'Gitea reads `.gitea/workflows` in place of `.github/workflows`: move other workflows there too.',
    ],
  };
}
