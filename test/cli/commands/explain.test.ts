import { expect, test } from 'vitest';
import { rules as rulesOnOneState } from '#compiler/lint/rules.ts';
import { historyRules } from '#compiler/plan/approvals/history-rules.ts';
import { builtInCodes } from '#diagnostic/built-in-codes.ts';
import { callGatewright } from '../call-gatewright.ts';

const rules = [...rulesOnOneState, ...historyRules];

function explain(...words: readonly string[]) {
  return callGatewright('.', ['explain', ...words]);
}

test('explains a design rule with its examples, and how to live with it', async () => {
  expect(await explain('api-name-no-api-word')).toEqual({
    code: 0,
    stderr: '',
    stdout: `api-name-no-api-word

An API's name does not contain the word API.

Everything in the store is an API, so the word only makes the name longer.

Severity

Findings have the severity \`warning\`. It is \`info\` with \`lint.extends: recommended\` and
\`off\` with \`lint.extends: minimal\`. \`gateway.config.yaml\` can set another severity, \`off\`,
\`info\`, \`warning\`, or \`error\`, for all files or for some:

    lint:
      rules:
        api-name-no-api-word: error
      overrides:
        - files: [apis/dog_park/**]
          rules: { api-name-no-api-word: off }

Examples

Each example changes a small repository without findings.

The letters within a word

In \`apis/dog_park/v1/api.yaml\`:

    @@ -1,4 +1,4 @@
     kind: Api
    -name: DogPark
    +name: Therapists
     context: /dog_park
     version: v1

No findings.

A word that begins with the letters

In \`apis/dog_park/v1/api.yaml\`:

    @@ -1,4 +1,4 @@
     kind: Api
    -name: DogPark
    +name: ApiaryVisits
     context: /dog_park
     version: v1

No findings.

The word in front

In \`apis/dog_park/v1/api.yaml\`:

    @@ -1,4 +1,4 @@
     kind: Api
    -name: DogPark
    +name: ApiStore
     context: /dog_park
     version: v1

- \`apis/dog_park/v1/api.yaml:2:7\` The name ApiStore contains the word API.

Suppressing a finding

In YAML, write a comment with the reason on the line above the finding, or at the end of
its line:

    # gatewright-ignore api-name-no-api-word: why this is acceptable

JSON has no comments, so add an entry to \`gatewright-ignore.yaml\` next to the
configuration:

    - rule: api-name-no-api-word
      file: apis/dog_park/v1/openapi.json
      pointer: /paths/~1dogs
      reason: why this is acceptable
`,
  });
});

test('explains an integrity rule, which can be neither set nor suppressed', async () => {
  const { code, stdout } = await explain('dangling-reference');
  expect(code).toBe(0);
  expect(stdout).toContain('\nCompilation relies on this rule, so its findings cannot be suppressed.\n');
  expect(stdout).not.toContain('gatewright-ignore');
});

test('explains the words of an option', async () => {
  const { stdout } = await explain('method-not-found-declared');
  expect(stdout).toMatch(/\nOptions\n\n`values`: [^]+\. Built in: `year`, `month`,/);
});

test('explains a code that is not a rule', async () => {
  expect(await explain('stray-file')).toEqual({
    code: 0,
    stderr: '',
    stdout: `stray-file

A file that the configuration finds holds no declaration, and no definition uses it.

Give its documents a \`kind\`, name it in an API, or leave it out of \`sources\`.

This is not a design rule: its severity cannot be changed and it cannot be suppressed.
`,
  });
});

test('explains the code of an error response', async () => {
  expect(await explain('token_missing')).toEqual({
    code: 0,
    stderr: '',
    stdout: `token_missing

This is the code of an error response of the gateway, with the status 403.

This API requires an access token. Send the header Authorization: Bearer ACCESS_TOKEN.

The status is 401 if the gateway declares \`unauthenticatedStatus: 401\`.

Usual cause: The Authorization header was not sent, or a redirect to another host removed
it.

What to do: Get an access token, and send it with each call.
`,
  });
});

test('lists every rule and every other code', async () => {
  const { code, stdout } = await explain();
  const listed = [...stdout.matchAll(/^ {2}([a-z0-9-]+) /gm)].map(([, name]) => name);
  expect(code).toBe(0);
  expect(listed).toEqual([...rules.map(({ name }) => name), ...Object.keys(builtInCodes)]);
});

test.each(rules.map(({ name }) => name))('explains %s', async (name) => {
  const { code, stdout } = await explain(name);
  expect({ code, head: stdout.split('\n')[0] }).toEqual({ code: 0, head: name });
});

test('names the rule that was probably meant', async () => {
  expect(await explain('api-name-format')).toMatchObject({ code: 0 });
  expect(await explain('api-name-formats')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: Unknown rule "api-name-formats".\nhelp: Did you mean `api-name-format`?\n',
  });
  expect(await explain('toString')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: Unknown rule "toString".\nhelp: `gatewright explain` lists them.\n',
  });
});
