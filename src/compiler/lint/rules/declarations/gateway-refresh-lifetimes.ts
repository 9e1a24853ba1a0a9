import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';

const organisation = 'organisation: Example University';
const token = (fields: string) => editGateway(organisation, `${organisation}\ntoken: { ${fields} }`);

/** The maximum length of a browser session, and the default lifetime of a refresh token, in seconds. */
const maxSessionSeconds = 8 * 3600;
const defaultLifetime = 90 * 24 * 3600;

export const gatewayRefreshLifetimes = defineRule({
  name: 'gateway-refresh-lifetimes',
  section: '4.2',
  severity: 'warning',
  group: 'design',
  summary: 'Refresh tokens last at least as long as a browser session, and longer than their idle time.',
  why: 'A shorter lifetime sends users to the login page while their session is still valid, and an idle time beyond the lifetime has no effect.',
  examples: [
    {
      title: 'A week, and a day without use',
      edits: [token('refreshLifetimeSeconds: 604800, refreshIdleSeconds: 86400')],
      findings: [],
    },
    {
      title: 'A lifetime shorter than a browser session',
      edits: [token('refreshLifetimeSeconds: 3600')],
      findings: [
        'gateway.config.yaml:4:34 Refresh tokens last 3600 seconds, but a browser session lasts up to 28800.',
      ],
    },
    {
      title: 'An idle time beyond the lifetime',
      edits: [token('refreshLifetimeSeconds: 604800, refreshIdleSeconds: 604801')],
      findings: [
        'gateway.config.yaml:4:62 Refresh tokens may be idle for 604801 seconds, but last only 604800.',
      ],
    },
  ],
  check: {
    gateway: ({ value, place }, { report }) => {
      const { refreshLifetimeSeconds: lifetime, refreshIdleSeconds: idle } = value.token ?? {};
      if (lifetime !== undefined && lifetime < maxSessionSeconds)
        report({
          at: placeOf(place, 'token', 'refreshLifetimeSeconds'),
          message: `Refresh tokens last ${lifetime} seconds, but a browser session lasts up to ${maxSessionSeconds}.`,
          help: `Set it to at least ${maxSessionSeconds} seconds.`,
        });
      if (idle !== undefined && idle > (lifetime ?? defaultLifetime))
        report({
          at: placeOf(place, 'token', 'refreshIdleSeconds'),
          message: `Refresh tokens may be idle for ${idle} seconds, but last only ${lifetime ?? defaultLifetime}.`,
          help: 'Set a shorter refreshIdleSeconds, or a longer refreshLifetimeSeconds.',
        });
    },
  },
});
