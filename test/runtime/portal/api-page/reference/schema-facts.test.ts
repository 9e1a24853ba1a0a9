import { expect, test } from 'vitest';
import { withSourceTexts } from '#compiled/contract/number-texts.ts';
import type { JsonObject } from '#compiled/json.ts';
import { listFacts } from '#runtime/portal/api-page/reference/schema-facts.ts';

test('a list of names is shown whatever its items are', () => {
  const schema = withSourceTexts(`{"dependentRequired": {"card": ["name", 1.10, {"a": 1e3}, null]}}`);
  expect(listFacts(schema as JsonObject)).toEqual(['if card is present, also name, 1.10, {"a":1e3}, null']);
});
