import { expect, test } from 'vitest';
import { errorStatuses, gatewayStatuses } from '#compiler/lint/rules/methods/table/method-table.ts';
import { errorCodes } from '#compiled/answers/error-codes.ts';

test('the statuses of the gateway are those that it answers with and that no API does', () => {
  const answered = new Set(Object.values(errorCodes).map(({ status }) => String(status)));
  const added = [...answered].filter((status) => !errorStatuses.includes(status));
  expect(added.toSorted()).toEqual(gatewayStatuses);
});
