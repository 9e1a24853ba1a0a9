import { countOf } from './quantities.ts';

/** The texts of the Markdown of pages, and of the overview for programs that read it. */
export const markdownTexts = {
  isFor: 'This is the Markdown of',
  isCut: 'The rest has no room here: it is on the page itself.',
  overview: 'An overview of all APIs is in',
  apis: 'APIs',
  guides: 'Guides',
  further: 'Further pages',
  allApis: 'All APIs',
  errors: 'Errors of the gateway',
  explanation:
    'The page of each version explains how to get an access token, and links to the Markdown of its operations and schemas. The OpenAPI document of a version is at the address of its page without .md, followed by /openapi.json.',
  more: (count: number) => `… and ${countOf(count, 'more version')}, in the catalogue.`,
  summary: (organisation: string) => `The APIs of ${organisation}.`,
} as const;
