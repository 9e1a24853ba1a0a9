import { apiKey } from '#compiled/api-key.ts';
import { placeOf } from '#source/place.ts';
import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';
import type { ApplicationDeclaration } from '#compiler/kinds/application/declaration.ts';
import { apisByKey } from '#compiler/rule/declarations/declared-apis.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi, editApplication } from '#compiler/rule/example-edits.ts';
import { indexFirst } from '#compiler/rule/once-per.ts';

const singlePage = [
  editApplication('type: web', 'type: single-page'),
  editApplication('client_credentials, ', ''),
  editApplication(
    "    secretDigests: ['sha256:0000000000000000000000000000000000000000000000000000000000000000']\n",
    '',
  ),
];
const allow = (origin: string) => editApi('endpoints:', `cors: { allowOrigins: ['${origin}'] }\nendpoints:`);

export const subscriptionCors = defineRule({
  name: 'subscription-cors',
  section: '4.4',
  severity: 'warning',
  group: 'design',
  summary:
    'An API that a single-page application subscribes to has `cors` with an origin of its callback URLs.',
  why: 'A browser hides the responses of another origin from a page unless the API allows the origin of the page, and shows only a network error. This is a warning because the owner of the API decides, and because disabling `cors` takes access away, which is always allowed.',
  examples: [
    {
      title: 'The origin of the page',
      edits: [...singlePage, allow('https://walker.example.edu')],
      findings: [],
    },
    {
      title: 'An API without `cors`',
      severity: 'warning',
      edits: singlePage,
      findings: [
        'apis/dog_park/v1/subscriptions.yaml:3:6 DogWalker runs in browsers, and DogPark/v1 has no `cors`, so browsers hide its responses from the pages of DogWalker.',
      ],
    },
  ],
  check: {
    workspace: ({ apis, applications, subscriptions }, { report }) => {
      const inBrowsers = applications.filter(({ value }) => value.type === 'single-page');
      const byName = indexFirst(inBrowsers, ({ value }) => value.name);
      const byKey = apisByKey(apis);
      for (const { value, place } of subscriptions) {
        const [api, application] = [byKey.get(value.api), byName.get(value.application)];
        if (!api || !application || value.state === 'blocked' || api.value.state === 'retired') continue;
        const origins = originsOf(application.value);
        if (origins.length === 0 || allows(api.value, origins)) continue;
        const { name } = application.value;
        report({
          at: placeOf(place, 'api'),
          message: `${name} runs in browsers, and ${describeCors(api.value)}, so browsers hide its responses from the pages of ${name}.`,
          help: `Add \`cors: { allowOrigins: ['${origins[0]}'] }\` to ${apiKey(api.value)}, with the origin of the pages.`,
          related: [{ message: 'of this type', at: placeOf(application.place, 'type') }],
        });
      }
    },
  },
});

/** The origins of the callback URLs: most pages have the origin to which their users return after a login. */
function originsOf({ callbackUrls = [] }: ApplicationDeclaration): readonly string[] {
  const origins = callbackUrls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  return [...new Set(origins)].filter((origin) => origin !== 'null');
}

function allows({ cors }: ApiDeclaration, origins: readonly string[]): boolean {
  return cors?.allowOrigins.some((allowed) => allowed === '*' || origins.includes(allowed)) ?? false;
}

function describeCors(api: ApiDeclaration): string {
  const key = apiKey(api);
  return api.cors ? `\`cors\` of ${key} allows no origin of its callback URLs` : `${key} has no \`cors\``;
}
