import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import { buildTable, defineApi } from '../../table-builder.ts';
import { authUrl, storeUrl, StoreBrowser } from '../session/store-in-test.ts';

let gateway: GatewayInTest;

beforeAll(async () => {
  const endpoints = { production: { targets: ['http://127.0.0.1:9'] } };
  gateway = await openGateway(
    buildTable({
      gateway: { authUrl, storeUrl, store: { title: 'Park APIs', visibility: 'public' } },
      apis: [
        defineApi({ endpoints }),
        defineApi({ name: 'Hidden', context: 'hidden', endpoints, visibility: 'owners' }),
      ],
      applications: [],
      subscriptions: [],
    }),
  );
});

afterAll(() => gateway.close());

describe('the address of the former reference viewer', () => {
  test.each([
    ['', '/store/apis/dog_park/v1#operations'],
    ['?tag=Lost+dogs', '/store/apis/dog_park/v1/operations?tag=Lost+dogs'],
    ['?tag=', '/store/apis/dog_park/v1/operations'],
    ['?tag=%0d%0aX%2fy', '/store/apis/dog_park/v1/operations?tag=%0D%0AX%2Fy'],
  ])('with %j leads to the operations', async (query, expected) => {
    const { store } = new StoreBrowser(gateway);
    const { status, location } = await store.visit(`/store/apis/dog_park/v1/reference${query}`);
    expect([status, location]).toEqual([308, expected]);
  });

  test('does not exist for an API that the reader does not see', async () => {
    const { status } = await new StoreBrowser(gateway).store.visit('/store/apis/hidden/v1/reference');
    expect(status).toBe(404);
  });
});
