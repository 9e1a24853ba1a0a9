import { placeOf, type Place } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { applicationFile, editApplication, usersFile } from '#compiler/rule/example-edits.ts';

const owner = 'owner: ada@example.edu';

/** The tolerance for the clock of a date's author, which may be ahead, in milliseconds. */
const clockSkewMs = 300_000;

/** A declaration whose `tokensNotBefore` refuses earlier tokens. */
interface Revoking {
  readonly whose: string;
  readonly tokensNotBefore: string | undefined;
  readonly at: Place;
}

export const tokensNotBeforePast = defineRule({
  name: 'tokens-not-before-past',
  section: '4.2',
  severity: 'warning',
  group: 'design',
  summary: 'A `tokensNotBefore` is not in the future.',
  why: 'Tokens and logins from before this date are refused, so a future date also refuses all new ones.',
  examples: [
    {
      title: 'A date that has passed, on 1 January 2026',
      edits: [editApplication(owner, `${owner}\ntokensNotBefore: 2025-12-31T12:00:00Z`)],
      findings: [],
    },
    {
      title: 'An application, with the year mistyped',
      edits: [editApplication(owner, `${owner}\ntokensNotBefore: 2027-01-01T00:00:00Z`)],
      findings: [
        `${applicationFile}:5:18 All tokens of the application DogWalker are refused until 2027-01-01T00:00:00Z, which is in the future.`,
      ],
    },
    {
      title: 'A user',
      edits: [
        { file: usersFile, replace: 'name: ada', by: 'name: ada\ntokensNotBefore: 2026-02-01T00:00:00Z' },
      ],
      findings: [
        `${usersFile}:3:18 All tokens and logins of the user ada are refused until 2026-02-01T00:00:00Z, which is in the future.`,
      ],
    },
  ],
  check: {
    workspace: ({ gateway, applications, users }, { report, moment }) => {
      if (!moment) return;
      const revoking: readonly Revoking[] = [
        {
          whose: 'tokens of the gateway',
          tokensNotBefore: gateway.value.token?.tokensNotBefore,
          at: placeOf(gateway.place, 'token', 'tokensNotBefore'),
        },
        ...applications.map(({ value: { name, tokensNotBefore }, place }) => ({
          whose: `tokens of the application ${name}`,
          tokensNotBefore,
          at: placeOf(place, 'tokensNotBefore'),
        })),
        ...users.map(({ value: { name, tokensNotBefore }, place }) => ({
          whose: `tokens and logins of the user ${name}`,
          tokensNotBefore,
          at: placeOf(place, 'tokensNotBefore'),
        })),
      ];
      for (const { whose, tokensNotBefore, at } of revoking) {
        if (tokensNotBefore === undefined || Date.parse(tokensNotBefore) <= moment.now + clockSkewMs)
          continue;
        report({
          at,
          message: `All ${whose} are refused until ${tokensNotBefore}, which is in the future.`,
          help: 'Use the current time or a time in the past.',
        });
      }
    },
  },
});
