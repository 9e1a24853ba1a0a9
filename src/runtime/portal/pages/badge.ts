import type { LifecycleState } from '#compiled/manifest.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';

/** The meaning of a badge; each tone has its own colour and shape. */
export type BadgeTone = 'good' | 'warning' | 'alert' | 'accent' | 'neutral';

/** A badge with a text; its shape shows the tone. */
export function renderBadge(text: string, tone: BadgeTone): Html {
  return html`<span class="${tone === 'neutral' ? 'badge' : `badge ${tone}`}">${text}</span>`;
}

const tones: Readonly<Record<LifecycleState, BadgeTone>> = {
  created: 'accent',
  published: 'good',
  deprecated: 'warning',
  blocked: 'alert',
  retired: 'neutral',
};

/** The badge for the lifecycle state of an API version. */
export function renderApiState(state: LifecycleState): Html {
  return renderBadge(texts.states[state], tones[state]);
}
