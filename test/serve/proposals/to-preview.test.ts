import { expect, test } from 'vitest';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { toFindings, toFindingsOfMerge } from '#serve/proposals/to-preview.ts';
import { subscribe } from './engine-in-test.ts';

const lowered: Diagnostic = {
  severity: 'warning',
  lowered: true,
  code: 'unknown-operation',
  message: 'DogPark/v1 has no operation `getDogs`.',
  at: { file: 'apis/dog_park/v1/api.yaml', line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' },
};

const remove = { change: 'subscription_removed', application: 'KennelSync', api: 'DogPark/v1' } as const;
const retitle = { change: 'api_definition_replaced', api: 'DogPark/v1', definition: '' } as const;

test.each([
  [subscribe, 'error'],
  // Its plan adds nothing.
  [retitle, 'error'],
  [remove, 'warning'],
] as const)('a merge judges lowered errors as the preview of the change: %j', (change, severity) => {
  expect(toFindings([lowered], change, '')).toMatchObject([{ severity }]);
  expect(toFindingsOfMerge([lowered], change.change, '')).toMatchObject([{ severity }]);
});

test.each(['', 'x', '__proto__', 'subscription_removed '])(
  'a commit that states the change %j is judged as one that adds something',
  (change) => {
    expect(toFindingsOfMerge([lowered], change, '')).toMatchObject([{ severity: 'error' }]);
  },
);
