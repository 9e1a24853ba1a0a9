import { describe, expect, test } from 'vitest';
import { fillIn, type Defaults } from '#compiled/json.ts';

interface Settings {
  readonly retries: number;
  readonly isOn: boolean;
  readonly headers: readonly string[];
  readonly link?: string;
  readonly timeouts: { readonly connectMs: number; readonly idleMs: number; readonly ca?: string };
}

const defaults: Defaults<Settings> = {
  retries: 1,
  isOn: true,
  headers: ['Accept'],
  link: undefined,
  timeouts: { connectMs: 100, idleMs: 200, ca: undefined },
};

describe('fillIn', () => {
  test('takes the defaults where nothing is declared, and leaves out what has none', () => {
    const filled = {
      retries: 1,
      isOn: true,
      headers: ['Accept'],
      timeouts: { connectMs: 100, idleMs: 200 },
    };
    expect(fillIn(undefined, defaults)).toStrictEqual(filled);
    expect(fillIn({}, defaults)).toStrictEqual(filled);
  });

  test('takes what is declared, zero, false and an empty list too', () => {
    const declared = {
      retries: 0,
      isOn: false,
      headers: [],
      link: '',
      timeouts: { idleMs: 0, ca: 'ca.pem' },
    };
    expect(fillIn<Settings>(declared, defaults)).toStrictEqual({
      retries: 0,
      isOn: false,
      headers: [],
      link: '',
      timeouts: { connectMs: 100, idleMs: 0, ca: 'ca.pem' },
    });
  });

  test('takes no field that has no default', () => {
    const declared = { retries: 2, kind: 'Api', timeouts: { connectMs: 1, other: 1 } };
    const { retries, timeouts } = fillIn<Settings>(declared, defaults);
    expect([retries, timeouts]).toEqual([2, { connectMs: 1, idleMs: 200 }]);
    expect(fillIn<Settings>(declared, defaults)).not.toHaveProperty('kind');
  });
});
