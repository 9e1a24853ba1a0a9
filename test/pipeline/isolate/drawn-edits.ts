import fc from 'fast-check';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { Files } from './isolating.ts';

/** What happens to one part of a repository: the texts of its files, or of its document of a file. */
export interface Variant {
  readonly name: string;
  /** By file; absent files are deleted. */
  readonly texts: Files;
  /** Whether it only takes access away. */
  readonly takes?: true;
  /** Whether it also takes access away. */
  readonly alsoTakes?: true;
}

/** A way of breaking a part. */
export interface Break {
  readonly name: string;
  /** The file of the part that cannot be read any more; absent if the rest of all of them still counts. */
  readonly hides?: string;
  /** Whether it takes access away. */
  readonly alsoTakes?: true;
  readonly apply: (texts: Files) => Files;
}

/** A part that is edited by itself. */
export interface Slot {
  readonly name: string;
  readonly variants: readonly [base: Variant, ...others: readonly Variant[]];
  readonly breaks: readonly Break[];
}

const good: Files = cleanSources;

function textOf(file: string): string {
  return good[file] ?? '';
}

const change = (texts: Files, file: string, edit: (text: string) => string): Files => ({
  ...texts,
  [file]: edit(texts[file] ?? ''),
});

const eachFile = (texts: Files, edit: (text: string) => string): Files =>
  Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, edit(text)]));

const append = (line: string) => (texts: Files) => eachFile(texts, (text) => `${text}${line}\n`);

/** Breaks of the syntax and of the schema, which every declaration can have. */
const breaksOf = (hides: string, base: string): readonly Break[] => [
  { name: 'declared twice', apply: (texts) => eachFile(texts, (text) => `${text}---\n${base}`) },
  { name: 'declared twice before', apply: (texts) => eachFile(texts, (text) => `${base}---\n${text}`) },
  { name: 'open bracket', hides, apply: append('more: [') },
  { name: 'bad indentation', hides, apply: append('   odd: 1') },
  { name: 'repeated key', hides, apply: append('kind: Api\nkind: Api') },
  { name: 'unknown field', apply: append('unknwon: 1') },
  { name: 'field of another type', apply: append('description: [1]') },
];

/** An application, a subscription … of one document, with some changes that are good. */
function documentSlot(
  name: string,
  file: string,
  base: string,
  variants: readonly (readonly [string, (text: string) => string, 'takes'?])[],
  breaks: readonly Break[] = [],
): Slot {
  const made = variants.map(([title, edit, takes]) => ({
    name: title,
    texts: { [file]: edit(base) },
    ...(takes && { takes: true as const }),
  }));
  return {
    name,
    variants: [
      { name: 'as before', texts: { [file]: base } },
      ...made,
      { name: 'removed', texts: {}, takes: true },
    ],
    breaks: [...breaksOf(file, base), ...breaks],
  };
}

const replace = (from: string, to: string) => (text: string) => {
  if (!text.includes(from)) throw new Error(`there is no ${from}`);
  return text.replace(from, to);
};

const names = ['Dog', 'Cat', 'Fox'] as const;
type Name = (typeof names)[number];

/** Calls that are not declared, which nobody knows the scopes of: they are refused if the operations differ. */
const passesUndeclared = (name: Name) => name === 'Fox';

const folderOf = (name: Name) => `apis/${name.toLowerCase()}_park/v1`;

function apiTexts(name: Name): Files {
  const lower = name.toLowerCase();
  const file = `${folderOf(name)}/api.yaml`;
  const api = textOf('apis/dog_park/v1/api.yaml')
    .replace('DogPark', `${name}Park`)
    .replace('/dog_park', `/${lower}_park`)
    .replaceAll('https://dogs', `https://${lower}s`)
    .concat(`alsoAt: [{ path: /parks/${lower} }, { path: /parks/old_${lower} }]\n`)
    .concat(passesUndeclared(name) ? 'operations: { undeclared: pass }\n' : '');
  return { [file]: api, [`${folderOf(name)}/openapi.yaml`]: definition };
}

const definition = `openapi: 3.1.0
info: { title: Park, version: v1 }
paths:
  /dogs:
    get:
      operationId: listDogs
      security: [{ oauth: ['dogs:read'] }]
      responses: { '200': { description: All dogs } }
    post:
      operationId: addDog
      security: [{ oauth: ['dogs:write'] }]
      responses: { '201': { description: Added } }
  /dogs/{dogId}:
    get:
      operationId: readDog
      parameters:
        - { name: dogId, in: path, required: true, schema: { type: string } }
      responses: { '200': { description: A dog } }
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://gateway.example.edu/token
          scopes: { 'dogs:read': Read, 'dogs:write': Write }
`;

/** Nothing is there, or declarations are, those of other teams too. */
const wrongDefinitions = [
  './nowhere.yaml',
  './api.yaml',
  './subscriptions.yaml',
  '../../cat_park/v1/api.yaml',
  '../../../users/ada.yaml',
  '../../../tiers.yaml',
  '../../../gateway.config.yaml',
];

function apiSlot(name: Name): Slot {
  const base = apiTexts(name);
  const [file, document] = [`${folderOf(name)}/api.yaml`, `${folderOf(name)}/openapi.yaml`];
  const variant = (title: string, texts: Files, takes?: 'takes'): Variant => ({
    name: title,
    texts,
    ...(takes && { takes: true }),
  });
  const withoutWrite = definition.replace(/ {4}post:[^]*?Added \} \}\n/, '');
  const added = definition.replace(
    'components:',
    `  /toys:\n    get: { operationId: listToys, responses: { '200': { description: All } } }\ncomponents:`,
  );
  const needsMore = replace(
    "security: [{ oauth: ['dogs:read'] }]",
    "security: [{ oauth: ['dogs:read', 'dogs:write'] }]",
  );
  return {
    name: `api ${name}`,
    variants: [
      variant('as before', base),
      variant('blocked', change(base, file, replace('published', 'blocked')), 'takes'),
      variant('retired', change(base, file, replace('published', 'retired')), 'takes'),
      variant('other upstream', change(base, file, replace('internal', 'other'))),
      variant(
        'address removed',
        change(base, file, (text) => text.replace(/, \{ path: [/]parks[/]old_[a-z]+ \}/, '')),
        'takes',
      ),
      variant(
        'undeclared refused',
        change(base, file, (text) => text.replace(': pass', ': refuse')),
        'takes',
      ),
      variant(
        'seen by its owners',
        change(base, file, (text) => `${text}visibility: owners\n`),
        'takes',
      ),
      variant(
        'no sandbox',
        change(base, file, (text) => text.replace(/ {2}sandbox.*\n/, '')),
        'takes',
      ),
      {
        name: 'operation removed',
        texts: change(base, document, () => withoutWrite),
        ...(passesUndeclared(name) ? { alsoTakes: true } : { takes: true }),
      },
      {
        ...variant(
          'operation added',
          change(base, document, () => added),
        ),
        ...(passesUndeclared(name) && { alsoTakes: true }),
      },
      variant('scope asked for', change(base, document, needsMore), 'takes'),
      variant(
        'made public',
        change(
          change(base, document, replace("[{ oauth: ['dogs:read'] }]", '[]')),
          file,
          (text) => `${text}operationAccess: { 'GET /dogs': public }\n`,
        ),
      ),
      variant('removed', {}, 'takes'),
    ],
    breaks: [
      ...breaksOf(file, base[file] ?? '').map((one) => ({
        ...one,
        apply: (texts: Files) => ({ ...texts, ...one.apply({ [file]: texts[file] ?? '' }) }),
      })),
      {
        name: 'unknown deployment',
        apply: (texts) =>
          change(
            texts,
            file,
            (text) =>
              `${text}deployments: { nowhere: { endpoints: { production: { url: https://x.example.edu } } } }\n`,
          ),
      },
      {
        name: 'definition without syntax',
        hides: document,
        apply: (texts) => change(texts, document, (text) => `${text}x: [`),
      },
      {
        name: 'dangling reference',
        hides: document,
        apply: (texts) =>
          change(texts, document, (text) =>
            text.replace('{ type: string }', "{ $ref: '#/components/schemas/Nothing' }"),
          ),
      },
      {
        name: 'path of a rule',
        ...(passesUndeclared(name) && { alsoTakes: true }),
        apply: (texts) =>
          change(texts, document, (text) =>
            text.replace(
              'components:',
              "  /odd/:\n    get: { operationId: odd, responses: { '200': { description: Odd } } }\ncomponents:",
            ),
          ),
      },
      {
        name: 'definition moved, unknown field',
        apply: ({ [file]: api = '', [document]: text = '', ...others }) => ({
          ...others,
          [file]: `${api.replace('./openapi.yaml', './next.yaml')}unknwon: 1\n`,
          [`${folderOf(name)}/next.yaml`]: text,
        }),
      },
      ...wrongDefinitions.map((path) => ({
        name: `definition ${path}`,
        apply: (texts: Files) => change(texts, file, (text) => text.replace('./openapi.yaml', path)),
      })),
    ],
  };
}

function applicationSlot(name: string, file: string): Slot {
  const base = textOf('applications/dog_walker.yaml')
    .replace('DogWalker', `${name}Walker`)
    .replace('dogwalker', `${name.toLowerCase()}walker`)
    .replace("secretDigests: ['", `secretDigests: ['sha256:${'1'.repeat(64)}', '`);
  return documentSlot(
    `application ${name}`,
    file,
    base,
    [
      ['secret removed', replace(`'sha256:${'1'.repeat(64)}', `, ''), 'takes'],
      ['grant removed', replace(', authorization_code', ''), 'takes'],
      ['callback added', replace('callback]', 'callback, https://walker.example.edu/other]')],
      ['old tokens refused', (text) => `${text}tokensNotBefore: 2026-06-01T00:00:00Z\n`, 'takes'],
      ['nobody logs in', (text) => `${text}identityProviders: []\n`, 'takes'],
    ],
    [
      {
        name: 'callback with a fragment',
        apply: (texts) => eachFile(texts, (text) => text.replace('/callback', '/callback#x')),
      },
    ],
  );
}

function subscriptionSlot(api: Name, application: string): Slot {
  const base = textOf('apis/dog_park/v1/subscriptions.yaml')
    .replace('DogPark', `${api}Park`)
    .replace('DogWalker', `${application}Walker`)
    .concat("scopes: ['dogs:read', 'dogs:write']\n");
  return documentSlot(`subscription ${api} ${application}`, `${folderOf(api)}/subscriptions.yaml`, base, [
    ['blocked', (text) => `${text}state: blocked\n`, 'takes'],
    ['scope removed', replace(", 'dogs:write'", ''), 'takes'],
    ['other tier', replace('gold', 'silver')],
  ]);
}

const tier = (name: string) =>
  documentSlot(`tier ${name}`, 'tiers.yaml', textOf('tiers.yaml').replace('gold', name), [
    ['lower', replace('1000', '10')],
  ]);

const user = (name: string) =>
  documentSlot(`user ${name}`, `users/${name}.yaml`, textOf('users/ada.yaml').replace('ada', name), [
    ['disabled', (text) => `${text}state: disabled\n`, 'takes'],
    ['called', (text) => `${text}displayName: Somebody\n`],
  ]);

export const slots: readonly Slot[] = [
  ...names.map(apiSlot),
  applicationSlot('Dog', 'applications/dog_walker.yaml'),
  applicationSlot('Cat', 'applications/shared.yaml'),
  applicationSlot('Fox', 'applications/shared.yaml'),
  subscriptionSlot('Dog', 'Dog'),
  subscriptionSlot('Dog', 'Cat'),
  subscriptionSlot('Cat', 'Fox'),
  subscriptionSlot('Fox', 'Fox'),
  tier('gold'),
  tier('silver'),
  user('ada'),
  user('grace'),
];

/** What is between two documents of a file. */
export const separators = ['---', '...', '... # done\n---', '...\n%YAML 1.2\n---'];

/** A repository of one variant for each slot. */
export function joinSlots(texts: readonly Files[], separator = '---'): Files {
  const joined: Record<string, string> = {};
  for (const [file, text] of texts.flatMap((one) => Object.entries(one)))
    joined[file] = joined[file] === undefined ? text : `${joined[file].trimEnd()}\n${separator}\n${text}`;
  const config = textOf('gateway.config.yaml');
  return {
    ...joined,
    'gateway.config.yaml': `${config}lint: { extends: minimal, rules: { path-no-trailing-slash: error } }\nreload: { isolate: true }\n`,
  };
}

/** What a drawn step does to a slot. */
export interface Edit {
  readonly variant: Variant;
  readonly broken: Break | undefined;
}

const editOf = ({ variants, breaks }: Slot): fc.Arbitrary<Edit> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant({ variant: variants[0], broken: undefined }) },
    {
      weight: 4,
      arbitrary: fc.record({
        variant: fc.constantFrom(...variants),
        broken: fc.option(fc.constantFrom(...breaks), { nil: undefined }),
      }),
    },
  );

/** The edits of all slots. A part that is removed cannot be broken as well. */
export const steps: fc.Arbitrary<readonly Edit[]> = fc.tuple(...slots.map(editOf)).map((edits) => {
  const step = edits.map((edit) =>
    Object.keys(edit.variant.texts).length === 0 ? { ...edit, broken: undefined } : edit,
  );
  return Object.assign(step, { [fc.toStringMethod]: () => describeStep(step) });
});

function describeStep(step: readonly Edit[]): string {
  const changed = step.flatMap(({ variant, broken }, index) => {
    const { name = '', variants = [] } = slots[index] ?? {};
    if (variant === variants[0] && !broken) return [];
    return [`${name}: ${variant.name}${broken ? `, ${broken.name}` : ''}`];
  });
  return `[${changed.join('; ')}]`;
}
