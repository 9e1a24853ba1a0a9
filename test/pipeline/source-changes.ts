import fc from 'fast-check';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import { writeBaseline } from '#compiler/rule/suppression/baseline.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

/** A change of the sources: a text written, nothing left, a file moved, or the text of another copied. */
export type SourceChange =
  | { readonly type: 'write'; readonly path: string; readonly text: string }
  | { readonly type: 'remove'; readonly path: string }
  | { readonly type: 'move'; readonly from: string; readonly to: string };

const config = cleanSources['gateway.config.yaml'] ?? '';
const api = cleanSources['apis/dog_park/v1/api.yaml'] ?? '';
const subscription = cleanSources['apis/dog_park/v1/subscriptions.yaml'] ?? '';
const application = cleanSources['applications/dog_walker.yaml'] ?? '';
const tier = cleanSources['tiers.yaml'] ?? '';

/** With two findings, one of which is suppressed. */
const definition = cleanDefinition
  .replace(
    'required: true\n        schema: { type: string, format: uuid }',
    'required: true\n        schema: { type: integer }',
  )
  .replace('name: breed', 'name: dog_breed # gatewright-ignore query-camel-case: Callers know it.');
const cats = api
  .replace('DogPark', 'CatPark')
  .replace('/dog_park', '/cat_park')
  .replace('./openapi.yaml', '../../dog_park/v1/openapi.yaml')
  .replaceAll('dogs', 'cats')
  .replace('published', 'deprecated');
const deprecation = (successor: string) =>
  `${cats}deprecation: { since: 2026-01-01, successor: ${successor} }\n`;

/** Sources of two APIs of one definition, the findings of which are warnings. */
export const firstSources: Readonly<Record<string, string>> = {
  ...cleanSources,
  'apis/dog_park/v1/openapi.yaml': definition,
  'apis/cat_park/v1/api.yaml': deprecation('DogPark/v1'),
  'apis/errors.yaml': 'type: object\nrequired: [message]\nproperties:\n  message: { type: string }\n',
};

const shared = (reference: string) =>
  definition.replaceAll(
    /schema: \{ \$ref: '#\/components\/schemas\/Error' \}/g,
    `schema: { $ref: '${reference}' }`,
  );

const { suppressedFindings, sources } = await build(
  memorySourceTree(firstSources),
  'gateway.config.yaml',
  'production',
);
/** Of the findings of the first sources. */
const baseline = writeBaseline(suppressedFindings?.suppressible ?? [], sources);

const broken = 'kind: Api\n  name: [\n';
const scopes = cleanDefinition
  .replace(
    'summary: Registers a dog.',
    'summary: Registers a dog.\n      security: [{ gateway: [dogs:write] }]',
  )
  .replace('components:\n', 'components:\n  securitySchemes:\n    gateway: { type: http, scheme: bearer }\n');
const texts: Readonly<Record<string, readonly string[]>> = {
  'gateway.config.yaml': [
    config,
    `# Another line.\n${config}`,
    config.replace('Example University', 'Another one'),
    `${config}lint: { rules: { identifier-not-sequential: off } }\n`,
    `${config}lint: { overrides: [{ files: ['apis/dog_park/**'], rules: { identifier-not-sequential: info } }] }\n`,
    `${config}lint: { rules: { no-such-rule: off } }\n`,
    `${config}sources: ['apis/**/*.yaml', 'tiers.yaml']\n`,
    `${config}sources: ['**/v1/*.yaml', './applications/*.yaml', 'nothing/*.yaml']\n`,
    `${config}sizes: { declarationBytes: 1024, definitionBytes: 2048 }\n`,
    config.replace('  production:', '  somewhere:'),
    `${config}---\n${config}---\n${tier}`,
    config.replace('kind: Gateway', 'kind: Gatewai'),
    broken,
  ],
  'apis/dog_park/v1/api.yaml': [
    api,
    `# Another line.\n${api}`,
    api.replace('published', 'blocked'),
    api.replace('published', 'retired'),
    api.replace('version: v1', 'version: v2'),
    api.replace('DogPark', 'DogParkApi'),
    api.replace('./openapi.yaml', '../../errors.yaml'),
    api.replace('./openapi.yaml', './gone.yaml'),
    api.replace('./openapi.yaml', 'https://example.edu/openapi.yaml'),
    api.replace('owner: parks-team\n', ''),
    `${api}deployments: { moon: { endpoints: { production: { url: 'http://moon' } } } }\n`,
    `${api}---\n${tier}`,
    broken,
  ],
  'apis/cat_park/v1/api.yaml': [
    cats,
    deprecation('DogPark/v1'),
    deprecation('DogPark/v2'),
    deprecation('DogPark/v1').replace('/cat_park', '/dog_park'),
    cats.replace('../../dog_park/v1/openapi.yaml', './openapi.yaml'),
    `# Another line.\n${cats}`,
    api,
  ],
  'apis/dog_park/v1/openapi.yaml': [
    cleanDefinition,
    `# Another line.\n${definition}`,
    definition.replace('title: Dog park', 'title: Dogs'),
    definition.replaceAll('/dogs', '/dog'),
    definition.replace('# gatewright-ignore', '# ignore'),
    scopes,
    '- a list\n',
    shared('../../errors.yaml'),
    shared('./errors.yaml'),
    'swagger: "3"\n',
    broken,
  ],
  'apis/cat_park/v1/openapi.yaml': [cleanDefinition, shared('../../errors.yaml'), 'kind: Cat\n'],
  'apis/errors.yaml': [
    firstSources['apis/errors.yaml'] ?? '',
    'type: object\nproperties:\n  message: { type: integer }\n',
    'type: object\nproperties:\n  error_text: { type: string }\n',
    broken,
  ],
  'apis/dog_park/v1/errors.yaml': ['type: object\n', tier],
  'apis/dog_park/v1/subscriptions.yaml': [
    subscription,
    subscription.replace('gold', 'silver'),
    `${subscription}scopes: [dogs:write]\n`,
    `${subscription}---\n${subscription}`,
    `${subscription}---\n${subscription.replace('DogPark', 'CatPark')}`,
    subscription.replace('application:', 'aplication:'),
    subscription.replace('DogWalker', 'DogWalkr'),
  ],
  'applications/dog_walker.yaml': [
    application,
    application.replace('type: web', 'type: web\nidentityProviders: [campus]'),
    application.replace('name: DogWalker', 'name: CatWalker'),
    `${application}---\n${application.replace('name: DogWalker', 'name: CatWalker')}`,
  ],
  'tiers.yaml': [tier, tier.replace('gold', 'silver'), `${tier}---\n${tier}`, tier.replace('1000', '2000')],
  'users/ada.yaml': [cleanSources['users/ada.yaml'] ?? ''],
  'gatewright-ignore.yaml': [
    "- { rule: identifier-not-sequential, file: 'apis/**', pointer: /paths, reason: So it is. }\n",
    "- { rule: query-camel-case, file: apis/dog_park/v1/openapi.yaml, pointer: '', reason: So it is. }\n",
    '- { rule: nothing }\n',
  ],
  'gatewright-baseline.json': [
    baseline,
    '{ "kind": "Baseline", "format": 1, "findings": [] }',
    '{ "kind": "Baseline" }',
  ],
  'notes/today.yaml': ['a: b\n', api.replace('DogPark', 'FishPark').replace('/dog_park', '/fish_park')],
};

const paths = Object.keys(texts);
// The configuration affects everything else.
const likelyPaths = [...paths, 'gateway.config.yaml', 'gateway.config.yaml'];

const writing = fc
  .constantFrom(...likelyPaths)
  .chain((path) =>
    fc.constantFrom(...(texts[path] ?? [])).map((text): SourceChange => ({ type: 'write', path, text })),
  );
const removing = fc.constantFrom(...paths).map((path): SourceChange => ({ type: 'remove', path }));
const moving = fc
  .tuple(fc.constantFrom(...paths), fc.constantFrom(...paths, 'apis/x/v1/api.yaml', 'elsewhere.yaml'))
  .map(([from, to]): SourceChange => ({ type: 'move', from, to }));
const mending = fc
  .constantFrom(...Object.entries(firstSources))
  .map(([path, text]): SourceChange => ({ type: 'write', path, text }));

/** Changes between two builds, and paths that are named besides those that have changed. */
export interface ChangeStep {
  readonly changes: readonly SourceChange[];
  readonly alsoNamed: readonly string[];
  /** Whether folders are named instead of their files, or the changed files are unknown. */
  readonly naming: 'files' | 'folders' | 'all';
}

export const changeSteps: fc.Arbitrary<readonly ChangeStep[]> = fc.array(
  fc.record({
    changes: fc.array(
      fc.oneof(
        { arbitrary: writing, weight: 6 },
        { arbitrary: mending, weight: 4 },
        { arbitrary: removing, weight: 2 },
        { arbitrary: moving, weight: 1 },
      ),
      { maxLength: 3 },
    ),
    alsoNamed: fc.array(
      fc.constantFrom(...paths, 'apis', 'apis/dog_park', 'no/such/file.yaml', 'README.md', 'a.log'),
      {
        maxLength: 2,
      },
    ),
    naming: fc.constantFrom('files', 'files', 'files', 'folders', 'all'),
  }),
  { minLength: 1, maxLength: 8 },
);

/** The paths that a step has to name. */
export function namedBy({ changes, alsoNamed, naming }: ChangeStep): ReadonlySet<string> | 'all' {
  if (naming === 'all') return 'all';
  const changed = changes.flatMap((change) =>
    change.type === 'move' ? [change.from, change.to] : [change.path],
  );
  const named = naming === 'files' ? changed : changed.map(folderOf);
  return new Set([...named, ...alsoNamed]);
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : path;
}
