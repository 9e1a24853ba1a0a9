import { html, type Html } from '#runtime/pages/html.ts';
import { pathOfForm } from '../visit/paths.ts';
import { renderBadge } from '../pages/badge.ts';
import type { Portal } from '../visit/portal.ts';
import { texts } from '../texts/texts.ts';
import {
  findNextSteps,
  forbiddingRules,
  type LifecycleFacts,
  type LifecycleStep,
  type Obstacle,
} from './find-obstacles.ts';
import type { OwnedVersion } from './owned-versions.ts';

const { steps: words } = texts.publisher;

const obstacles: {
  readonly [Code in Obstacle['code']]: (one: Extract<Obstacle, { readonly code: Code }>) => string;
} = texts.publisher.obstacles;

/** The steps of the lifecycle that come next, what prevents them, and the forms that propose them. */
export function renderNextSteps(portal: Portal, { key, entry }: OwnedVersion, facts: LifecycleFacts): Html {
  const steps = findNextSteps(facts);
  return html`<section class="stack tight">
    <h2>${words.title}</h2>
    ${portal.makesProposals ? undefined : html`<p class="notice">${words.noForms}</p>`}
    ${entry.state === 'retired' ? html`<p>${words.retired}</p>` : undefined}
    <ul class="cards grid">
      ${steps.map(({ step, obstacles: found }) => renderStep(portal, key, step, found))}
      ${renderNewVersion(portal, key)}
    </ul>
  </section>`;
}

function renderStep(portal: Portal, key: string, step: LifecycleStep, found: readonly Obstacle[]): Html {
  return html`<li class="card">
    <h3>${words[step].title}</h3>
    ${
      found.length === 0
        ? html`<p>${words[step].free}</p>`
        : html`<ul class="obstacles stack tight">
            ${found.map(renderObstacle)}
          </ul>`
    }
    ${step === 'publish' ? undefined : renderLink(portal, step, key, words[step].form)}
  </li>`;
}

function renderObstacle(obstacle: Obstacle): Html {
  const rule = forbiddingRules[obstacle.code];
  return html`<li>
    ${rule === undefined ? renderBadge(words.advice, 'warning') : renderBadge(words.forbidden, 'alert')}
    <bdi>${describeObstacle(obstacle)}</bdi>
    ${rule === undefined ? undefined : html`<span class="quiet small">${words.rule}: <code>${rule}</code></span>`}
  </li>`;
}

/** The texts are typed by the code, which a union of functions does not follow. */
function describeObstacle(obstacle: Obstacle): string {
  const describe: (one: never) => string = obstacles[obstacle.code];
  return describe(obstacle as never);
}

function renderNewVersion(portal: Portal, key: string): Html {
  return html`<li class="card">
    <h3>${words.newVersion.title}</h3>
    <p>${words.newVersionAdvice}</p>
    ${renderLink(portal, 'version', key, words.newVersion.form)}
  </li>`;
}

function renderLink(
  { makesProposals, addresses }: Portal,
  form: 'version' | 'deprecate' | 'retire',
  key: string,
  text: string,
): Html | undefined {
  if (!makesProposals) return undefined;
  return html`<p>
    <a class="button quiet" href="${pathOfForm(addresses, form, { api: key })}">${text}</a>
  </p>`;
}
