import type { Delivery } from '#serve/notices/delivery.ts';

/** A message on its way to an application; the channel and the address are to be filled in. */
export const exampleDelivery: Omit<Delivery, 'channel' | 'address'> = {
  id: 'msg_0123456789abcdef0123456789abcdef',
  application: 'DogWalker',
  madeAt: Date.parse('2026-06-15T12:00:00Z'),
  content: {
    type: 'api.message',
    api: 'DogPark/v1',
    page: 'https://apis.example.edu/store/apis/dog_park/v1',
    owner: 'Parks team',
    audience: 'all',
    subject: 'Maintenance',
    text: 'On Sunday.\n.\nFrom here on, all day.',
  },
};
