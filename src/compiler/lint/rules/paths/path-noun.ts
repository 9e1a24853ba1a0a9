import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { findCalls } from '#compiler/rule/words/find-call.ts';
import { adviseOnVerb } from '#compiler/rule/words/advise-on-verb.ts';
import { findVerb } from '#compiler/rule/words/find-verb.ts';
import { verbs } from '#compiler/rule/words/verb-words.ts';
import { resourceNames } from '#compiler/rule/paths/resource-names.ts';

/** Resources are things: the method is the action. */
export const pathNoun = defineRule<'verbs'>({
  name: 'path-noun',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'The resource names of a path are nouns.',
  why: 'The method states the action, so callers, caches and proxies know what a request can change.',
  options: {
    verbs: {
      description:
        'Words that are verbs at the start of a resource name, unless it shows a thing that callers read and delete, or whose elements they change.',
      effect: 'forbid',
      words: verbs,
    },
  },
  examples: [
    { title: 'A noun', edits: [], findings: [] },
    {
      title: 'A verb and its object',
      edits: [editDefinition('/dogs:', '/getDogs:')],
      findings: ['apis/dog_park/v1/openapi.yaml:8:3 The path segment `getDogs` contains the verb `get`.'],
    },
    {
      title: 'Verbs that fewer APIs have',
      edits: [
        editDefinition('/dogs:', '/regenerateKeys:'),
        editDefinition('/dogs/{dogId}:', '/dogs/{dogId}/defend:'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:8:3 The path segment `regenerateKeys` contains the verb `regenerate`.',
        'apis/dog_park/v1/openapi.yaml:46:3 The path segment `defend` is a verb.',
      ],
    },
    {
      title: 'A verb for what many are done to',
      edits: [editDefinition('/dogs:', '/dogs/bulk_delete:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:8:3 The path segment `bulk_delete` contains the verb `delete`.',
      ],
    },
    {
      title: 'A verb and what to go by',
      edits: [editDefinition('/dogs:', '/dogs/findByBreed:')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:8:3 The path segment `findByBreed` contains the verb `find`.',
      ],
    },
    {
      title: 'A single verb, and one that qualifies a noun',
      edits: [
        editDefinition('/dogs:', '/dogs/cancel:'),
        editDefinition('/dogs/{dogId}:', '/refresh_tokens/{dogId}/delete_requests:'),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:8:3 The path segment `cancel` is a verb.'],
    },
    {
      title: 'A verb before a resource of the same place',
      edits: [editDefinition('/dogs/{dogId}:', '/dogs/{dogId}:\n    parameters: []\n  /list_dogs:')],
      findings: ['apis/dog_park/v1/openapi.yaml:48:3 The path segment `list_dogs` contains the verb `list`.'],
    },
    {
      title: 'A verb before a thing that only accepts POST, and a list of something that is listed anyway',
      edits: [
        editDefinition(
          'components:\n',
          `  /send_message: { post: { responses: { '201': { description: It is sent. } } } }
  /send_mail: { post: { responses: { '201': { description: It is sent. } } } }
  /dogs/list: { get: { responses: { '200': { description: The dogs. } } } }
  /dogs/{dogId}/list: { get: { responses: { '200': { description: Its list. } } } }
  /make_years: { post: { responses: { '201': { description: A year. } } } }
components:
`,
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:88:3 The path segment `send_message` contains the verb `send`.',
        'apis/dog_park/v1/openapi.yaml:89:3 The path segment `send_mail` contains the verb `send`.',
        'apis/dog_park/v1/openapi.yaml:90:3 The path segment `list` is a verb.',
      ],
    },
    {
      title: 'Verbs that the text of an operation says are done to something',
      edits: [
        editDefinition(
          'components:\n',
          `  /refund_walk: { post: { summary: Refund a walk., responses: { '200': { description: It. } } } }
  /walks/change_leashes: { post: { summary: Changes the leashes., responses: { '200': { description: They. } } } }
  /order_items: { post: { summary: Add the items of an order., responses: { '200': { description: They. } } } }
  /days_to_sell: { get: { summary: Days the offers take to sell., responses: { '200': { description: They. } } } }
  /view_templates: { get: { summary: View all view templates., responses: { '200': { description: They. } } } }
  /kennel/join: { post: { summary: Join a kennel., responses: { '204': { description: It. } } } }
  /kennel/leave: { post: { responses: { '204': { description: It. } } } }
  /kennel/train: { post: { summary: Train a dog., responses: { '200': { description: It. } } } }
components:
`,
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:88:3 The path segment `refund_walk` contains the verb `refund`.',
        'apis/dog_park/v1/openapi.yaml:89:3 The path segment `change_leashes` contains the verb `change`.',
        'apis/dog_park/v1/openapi.yaml:93:3 The path segment `join` is a verb.',
        'apis/dog_park/v1/openapi.yaml:95:3 The path segment `train` is a verb.',
      ],
    },
    {
      title: 'What is done to one element and returns 201, and what may be created there',
      edits: [
        editDefinition(
          'components:\n',
          `  /walks/{walkId}/close: { post: { responses: { '201': { description: It. } } } }
  /walks/{walkId}/mark_as_paid: { post: { responses: { '201': { description: It. } } } }
  /walks/{walkId}/refund: { post: { summary: Refund a walk., responses: { '201': { description: It. } } } }
  /walks/{walkId}/ship: { post: { summary: Ship a walk., responses: { '201': { description: It. } } } }
  /parks/{parkId}/refund: { post: { responses: { '201': { description: It. } } } }
  /parks/{parkId}/lock: { post: { responses: { '201': { description: It. } } } }
  /close: { post: { responses: { '201': { description: It. } } } }
components:
`,
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:88:3 The path segment `close` is a verb.',
        'apis/dog_park/v1/openapi.yaml:89:3 The path segment `mark_as_paid` contains the verb `mark`.',
        'apis/dog_park/v1/openapi.yaml:90:3 The path segment `refund` is a verb.',
        'apis/dog_park/v1/openapi.yaml:91:3 The path segment `ship` is a verb.',
      ],
    },
    {
      title: 'A list of what has a name of two words, and an action in a format',
      edits: [
        editDefinition(
          'components:\n',
          `  /list_to_dos: { get: { responses: { '200': { description: They. } } } }
  /create.{format}: { post: { responses: { '201': { description: It. } } } }
components:
`,
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:88:3 The path segment `list_to_dos` contains the verb `list`.',
        'apis/dog_park/v1/openapi.yaml:89:3 The path segment `create` is a verb.',
      ],
    },
    {
      title: 'Words that are nouns as often',
      edits: [
        editDefinition('/dogs:', '/orders:'),
        editDefinition('/dogs/{dogId}:', '/dogs/search/{dogId}/reports/process/export/{transfer}:'),
      ],
      findings: [],
    },
    {
      title:
        'Resources that a verb specifies, whose elements are shown and changed, or have an identifier of that name',
      edits: [
        editDefinition(
          'components:\n',
          `  /sell_dogs/{dogId}: { get: { responses: { '200': { description: The offer. } } }, delete: { responses: { '204': { description: It is removed. } } } }
  /search_dogs/{searchDogId}: { get: { responses: { '200': { description: The search. } } } }
  /download_dogs/{dogId}: { get: { responses: { '200': { description: The dog. } } } }
components:
`,
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:90:3 The path segment `download_dogs` contains the verb `download`.',
      ],
    },
    {
      title: 'Resources that callers read and change, and results that they read: a verb specifies the noun',
      edits: [
        editDefinition(
          'components:\n',
          `  /install_summary: { get: { responses: { '200': { description: It. } } }, delete: { responses: { '204': { description: None. } } } }
  /compute_clusters/{clusterId}: { get: { responses: { '200': { description: It. } } }, patch: { responses: { '204': { description: It. } } } }
  /deny_rules: { get: { responses: { '200': { description: They. } } } }
  /deny_rules/{ruleId}: { get: { responses: { '200': { description: It. } } } }
  /publish_histories: { get: { responses: { '200': { description: They. } } } }
  /generate_codes: { get: { responses: { '200': { description: They. } } } }
  /generate_codes/{code}: { get: { responses: { '200': { description: It. } } } }
  /resolve_names: { get: { responses: { '200': { description: They. } } } }
components:
`,
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:93:3 The path segment `generate_codes` contains the verb `generate`.',
        'apis/dog_park/v1/openapi.yaml:94:3 The path segment `generate_codes` contains the verb `generate`.',
        'apis/dog_park/v1/openapi.yaml:95:3 The path segment `resolve_names` contains the verb `resolve`.',
      ],
    },
    {
      title: 'Calls after a colon, and after a namespace',
      edits: [
        editDefinition(
          'components:\n',
          `  /walks:bulkCancel: { post: { responses: { '200': { description: It. } } } }
  /walks:searchAll: { get: { responses: { '200': { description: They. } } } }
  /walks:now: { get: { responses: { '200': { description: It. } } } }
  /walks/{walkId}/org.example.addLeash: { post: { responses: { '200': { description: It. } } } }
  /walks/org.example.walkSet: { get: { responses: { '200': { description: They. } } } }
  /#target=Service.ListWalks: { post: { responses: { '200': { description: They. } } } }
  /providers/Example.Compute/operations: { get: { responses: { '200': { description: They. } } } }
  /chats.delete: { post: { responses: { '200': { description: It. } } } }
components:
`,
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:88:3 The path segment `walks:bulkCancel` contains the verb `cancel`.',
        'apis/dog_park/v1/openapi.yaml:89:3 The path segment `walks:searchAll` contains the verb `search`.',
        'apis/dog_park/v1/openapi.yaml:91:3 The path segment `org.example.addLeash` contains the verb `add`.',
        'apis/dog_park/v1/openapi.yaml:95:3 The path segment `chats.delete` contains the verb `delete`.',
      ],
    },
    {
      title: 'An element that is shown below a verb, and a show',
      edits: [
        editDefinition(
          'components:\n',
          `  /walks/show/{walkId}: { get: { responses: { '200': { description: It. } } } }
  /parks/show/{showId}: { get: { responses: { '200': { description: It. } } } }
components:
`,
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:88:3 The path segment `show` is a verb.'],
    },
    {
      title: 'Updates that are only read',
      edits: [
        editDefinition(
          'components:\n',
          `  /update_systems: { get: { responses: { '200': { description: They. } } } }
  /update_walk: { get: { summary: Updates a walk., responses: { '200': { description: It. } } } }
  /update_names: { put: { responses: { '204': { description: Done. } } } }
components:
`,
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:89:3 The path segment `update_walk` contains the verb `update`.',
        'apis/dog_park/v1/openapi.yaml:90:3 The path segment `update_names` contains the verb `update`.',
      ],
    },
    {
      title: 'A verb that changed to a noun',
      edits: [editDefinition('/dogs:', '/add_ons:')],
      findings: [],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    path(path, { report, options }) {
      for (const name of resourceNames(path)) {
        const verb = findVerb(path, name, options.verbs);
        if (verb === undefined) continue;
        report({
          at: path.pointer,
          part: 'key',
          message: describe(name.text, verb),
          help: adviseOnVerb(path, name.text, verb),
        });
      }
      for (const { verb, text, name, before } of findCalls(path, options.verbs)) {
        report({
          at: path.pointer,
          part: 'key',
          message: describe(text, verb),
          help: adviseOnVerb(path, name, verb, before),
        });
      }
    },
  },
});

function describe(text: string, verb: string): string {
  return text.toLowerCase() === verb
    ? `The path segment \`${text}\` is a verb.`
    : `The path segment \`${text}\` contains the verb \`${verb}\`.`;
}
