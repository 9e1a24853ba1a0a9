import { describe, expect, test } from 'vitest';
import type { Json } from '#compiled/json.ts';
import { renderValues } from '#cli/plan/views/plan-changes.ts';
import { changeOf } from '../../../compiler/plan/evaluate-edits.ts';

function valuesOf(before: Json, after: Json, message = 'The example changes.'): string | undefined {
  return renderValues(
    changeOf({ id: 'text-changed', subject: { kind: 'Api', name: 'DogPark/v1' }, message, before, after }),
  );
}

const long = 'The attributes to sort by, separated by commas: name, breed, ';

describe('the values of a change', () => {
  test.each<[string, Json, Json, string]>([
    ['stand side by side', 5, 10, '5 → 10'],
    ['are seen though they are empty', '', 'name', '"" → name'],
    [
      'are cut behind what differs',
      `a${long}`,
      `b${long}`,
      'aThe attributes to sort by, separated by commas: name, bree… → bThe attributes to sort by, separated by commas: name, bree…',
    ],
    [
      'are cut in front of what differs',
      `${long}birthDate`,
      `${long}bornOn`,
      '… name, breed, birthDate → … name, breed, bornOn',
    ],
    ['are whole where one goes on', 'name', 'name, breed', 'name → name, breed'],
  ])('%s', (_, before, after, expected) => {
    expect(valuesOf(before, after)).toBe(expected);
  });

  test.each<[string, Json, Json, string]>([
    ['the message tells them', 5, 10, 'It was 5, and is 10.'],
    [
      'nothing of them differs that may be shown',
      { secrets: 1 },
      { secrets: 1 },
      'The secrets were replaced.',
    ],
  ])('are left out where %s', (_, before, after, message) => {
    expect(valuesOf(before, after, message)).toBeUndefined();
  });
});
