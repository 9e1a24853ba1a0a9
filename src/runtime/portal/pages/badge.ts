import type { LifecycleState } from '#compiled/manifest.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';

/** What a badge means: each tone has a colour and a shape of its own. */
export type BadgeTone = 'good' | 'warning' | 'alert' | 'accent' | 'neutral';

/** A state, as its text and a shape. */
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

/** The lifecycle state of an API version. */
export function renderApiState(state: LifecycleState): Html {
  return renderBadge(texts.states[state], tones[state]);
}
