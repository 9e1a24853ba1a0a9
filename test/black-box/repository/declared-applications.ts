/** An application of the suite; its consumer keys are `{name}-production` and `{name}-sandbox`. */
export interface DeclaredApplication {
  readonly name: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Each as an API, and a tier, a state or scopes of its subscription. */
  readonly subscriptions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const everything = [
  'Park/v1',
  'Meadow/v1',
  'Old/v1',
  'Halted/v1',
  'Aged/v1',
  'Ageless/v1',
  'Versions/v2',
  'Versions/v9',
  'Real/v1',
  'Toy/v1',
  'Closed/v1',
  'Nowhere/v1',
  'Patient/v1',
  'Small/v1',
  'Keyed/v1',
  'Lobby/v1',
  'Ceiling/v1',
  'Narrow/v1',
  'Porch/v1',
];

export const declaredApplications: readonly DeclaredApplication[] = [
  {
    name: 'walker',
    subscriptions: {
      ...Object.fromEntries(everything.map((api) => [api, {}])),
      'Guarded/v1': { scopes: ['admin', 'dogs:read', 'dogs:write'] },
      'Files/v1': { scopes: ['keys:read'] },
      'Order/v1': { scopes: ['admin'] },
      'Rationed/v1': { tier: 'bronze' },
    },
  },
  { name: 'stranger', subscriptions: {} },
  {
    name: 'banned',
    subscriptions: { 'Park/v1': { state: 'blocked' }, 'Lobby/v1': { state: 'blocked' } },
  },
  {
    name: 'reader',
    subscriptions: {
      'Guarded/v1': { scopes: ['dogs:read'] },
      'Lenient/v1': {},
      'Files/v1': {},
      'Order/v1': {},
      'Rationed/v1': { tier: 'bronze' },
      'Ceiling/v1': {},
      'Narrow/v1': {},
    },
  },
  {
    name: 'metered',
    settings: { limit: { requests: 2, unit: 'hour' } },
    subscriptions: { 'Park/v1': {}, 'Meadow/v1': {} },
  },
  { name: 'hurried', subscriptions: { 'Rationed/v1': { tier: 'bursts' } } },
  {
    name: 'renewed',
    settings: { tokensNotBefore: '2099-01-01T00:00:00Z' },
    subscriptions: { 'Park/v1': {} },
  },
];
