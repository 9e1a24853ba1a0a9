import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { fillTemplate } from '#cli/ci/fill-template.ts';
import { templates } from '#cli/ci/template-texts.ts';

test.each(Object.entries(templates).filter(([file]) => file.endsWith('.yml')))(
  'the template %s is YAML before it is filled too',
  (_file, text) => {
    const { errors, warnings } = parseDocument(text);
    expect([...errors, ...warnings]).toEqual([]);
  },
);

const values = {
  config: ' --config $&/gateway.config.yaml',
  node: '26',
  explanation: 'Beside the checkout.',
  install: 'one\ntwo $1',
};

test('each line of a value begins like the line of its name', () => {
  const filled = fillTemplate('gitlab.yml', values).split('\n');
  expect(filled.filter((line) => /- (?:one|two)/.test(line))).toEqual(['    - one', '    - two $1']);
  expect(filled.filter((line) => line.includes('$&'))).toHaveLength(2);
  expect(filled.filter((line) => /<[a-z-]+>/.test(line))).toEqual([]);
});

test('a name without a value is an error', () => {
  expect(() => fillTemplate('pre-commit', values)).toThrow(
    'A template names find-installed, which has no value.',
  );
});
