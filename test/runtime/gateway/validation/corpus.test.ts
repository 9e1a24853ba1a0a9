// @module-tag full
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { publicDocuments, readPublicDocument } from '../../../public-documents.ts';
import { planApi } from './planned-api.ts';

describe('every operation of a public document', () => {
  test.each(publicDocuments)('%s', (name) => {
    const contract = JSON.parse(readPublicDocument(name)) as JsonObject;
    const { operations, validation, faults } = planApi(contract);
    for (const operation of operations) {
      const plan = validation.requestPlan(operation);
      for (const content of plan?.body?.contents ?? []) {
        content.checkFor('json');
        content.checkFor('form');
      }
      const responses = validation.responsePlan(operation);
      for (let status = 100; status < 600; status++) {
        for (const content of responses?.contentsFor(status) ?? []) content.checkFor('json');
      }
    }
    const planned = operations.filter((operation) => validation.requestPlan(operation) !== undefined);
    expect([planned.length, faults]).toEqual([operations.length, []]);
  });
});
