import type { ManifestTier } from '#compiled/manifest.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { describeTier } from '../texts/quantities.ts';

/** The name of a tier with its numbers below; only the name if the tier is not declared. */
export function renderTier(name: string, declared: ManifestTier | undefined): Html {
  if (!declared) return html`<bdi>${name}</bdi>`;
  return html`<bdi>${name}</bdi><br /><span class="small quiet">${describeTier(declared)}</span>`;
}
