import { expect, test } from 'vitest';
import { renderWebhook } from '#serve/notices/render-webhook.ts';
import { findBlock } from '../../docs/shell-blocks.ts';
import { exampleDelivery } from './example-delivery.ts';

const seconds = (date: string) => Date.parse(date) / 1000;

test('a webhook about a change has the body that docs/notices.md shows', () => {
  const body = renderWebhook({
    ...exampleDelivery,
    channel: 'webhook',
    address: 'https://hooks.example.com/gatewright',
    content: {
      type: 'api.deprecated',
      api: 'DogPark/v1',
      state: 'deprecated',
      since: seconds('2026-06-01T00:00:00Z'),
      sunset: seconds('2027-06-01T00:00:00Z'),
      successor: 'dog_park/v2',
      link: 'https://parks.example.edu/moving-to-v2',
      page: 'https://apis.example.edu/store/apis/dog_park/v1',
    },
  });
  expect(JSON.parse(body)).toEqual(JSON.parse(findBlock('docs/notices.md: { "type": "api.deprecated"').text));
});
