import { placeOf } from '../../../../source/place.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { editGateway } from '../../../rule/example-edits.ts';

const organisation = 'organisation: Example University';
const token = (fields: string) => editGateway(organisation, `${organisation}\ntoken: { ${fields} }`);

/** How long a login lasts in a browser at most, and a refresh token where nothing is declared; seconds. */
const longestSession = 8 * 3600;
const usualLifetime = 90 * 24 * 3600;

export const gatewayRefreshLifetimes = defineRule({
  name: 'gateway-refresh-lifetimes',
  section: '4.2',
  severity: 'warning',
  group: 'design',
  summary:
    'Refresh tokens last at least as long as a login in the browser, and longer than they may be idle.',
  why: 'A shorter lifetime sends users back to a page that still knows them, and an idle time beyond the lifetime never counts.',
  examples: [
    { title: 'What is usual', edits: [], findings: [] },
    {
      title: 'A week, and a day without use',
      edits: [token('refreshLifetimeSeconds: 604800, refreshIdleSeconds: 86400')],
      findings: [],
    },
    {
      title: 'A lifetime below that of a login',
      edits: [token('refreshLifetimeSeconds: 3600')],
      findings: [
        'gateway.config.yaml:4:34 Refresh tokens last 3600 seconds, and a login in the browser up to 28800.',
      ],
    },
    {
      title: 'An idle time beyond the lifetime',
      edits: [token('refreshLifetimeSeconds: 604800, refreshIdleSeconds: 604801')],
      findings: [
        'gateway.config.yaml:4:62 Refresh tokens may be idle for 604801 seconds, and last only 604800.',
      ],
    },
  ],
  check: {
    gateway: ({ value, place }, { report }) => {
      const { refreshLifetimeSeconds: lifetime, refreshIdleSeconds: idle } = value.token ?? {};
      if (lifetime !== undefined && lifetime < longestSession)
        report({
          at: placeOf(place, 'token', 'refreshLifetimeSeconds'),
          message: `Refresh tokens last ${lifetime} seconds, and a login in the browser up to ${longestSession}.`,
          help: `Declare at least ${longestSession}, so that users log in no more often than with a browser alone.`,
        });
      if (idle !== undefined && idle > (lifetime ?? usualLifetime))
        report({
          at: placeOf(place, 'token', 'refreshIdleSeconds'),
          message: `Refresh tokens may be idle for ${idle} seconds, and last only ${lifetime ?? usualLifetime}.`,
          help: 'Declare a shorter refreshIdleSeconds, or a longer refreshLifetimeSeconds.',
        });
    },
  },
});
