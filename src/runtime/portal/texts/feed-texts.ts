import type { LifecycleState } from '#compiled/manifest.ts';

/** The texts about changes of the lifecycle of API versions, in feeds and on the page of notices. */
export const feedTexts = {
  ofCatalogue: (title: string) => `${title}: changes of APIs`,
  ofVersion: (api: string) => `Changes of ${api}`,
  states: {
    created: (api: string) => `${api} is declared`,
    published: (api: string) => `${api} is published`,
    deprecated: (api: string) => `${api} is deprecated`,
    blocked: (api: string) => `${api} is blocked`,
    retired: (api: string) => `${api} is retired`,
  } satisfies Record<LifecycleState, unknown>,
  sunsetChanged: (api: string) => `${api} has another date of retirement`,
  since: (day: string) => `It is deprecated since ${day}.`,
  sunset: (day: string) => `It is available until ${day}.`,
  successor: (successor: string) => `Its successor is ${successor}.`,
} as const;
