import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/compiled/json.ts';
import { planApi } from './planned-api.ts';

const corpus = '../shared/corpus';
const isThere = existsSync(corpus);

describe.skipIf(!isThere)(
  'every operation of the corpus, which is skipped where the corpus is not there',
  () => {
    const documents = isThere ? readdirSync(corpus) : [];

    test.each(documents)('%s', (name) => {
      const contract = JSON.parse(readFileSync(join(corpus, name), 'utf8')) as JsonObject;
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
  },
);
