import { reasons, type CoveredSection } from './statement.ts';

export const section8: CoveredSection = {
  section: '8',
  title: 'Limits',
  statements: [
    {
      id: '8-1',
      says: 'At most two versions of an API are maintained at once.',
      rules: ['api-live-versions', 'live-versions-rise'],
    },
    {
      id: '8-2',
      says: 'Names, contexts and versions follow section 2.2.',
      rules: ['api-name-format', 'api-context-format', 'api-version-format'],
    },
    { id: '8-3', says: 'A call over its limit gets 429.', reason: reasons.byGateway },
    {
      id: '8-4',
      says: 'The number of allowed calls and the lifetime of tokens are not specified.',
      reason: reasons.requiresNothing,
    },
  ],
};

export const section9: CoveredSection = {
  section: '9',
  title: 'Versions',
  statements: [
    {
      id: '9-1',
      says: 'The version is part of the path of every call, after the context.',
      rules: ['path-no-version'],
      reason: 'The gateway adds it, so an OpenAPI document must not.',
    },
    {
      id: '9-2',
      says: 'The version should be in the URL.',
      reason: 'It is the default of the gateway.',
    },
    {
      id: '9-3',
      says: 'The version may also be in a header; without a version, the latest one may be used.',
      reason: reasons.allows,
    },
    {
      id: '9-4',
      says: 'Only a breaking change leads to a new version.',
      rules: ['needless-version', 'breaking-change-in-version', 'breaking-setting-in-version'],
      reason: 'People have to evaluate behaviour that no document shows.',
    },
    {
      id: '9-5',
      says: 'Callers are asked beforehand whether they can avoid a new version.',
      rules: ['needless-version'],
      reason:
        'People ask, and no file records it; the rule reminds them if the new version may be unnecessary.',
    },
    {
      id: '9-6',
      says: 'For the gateway, each version is a separate API.',
      rules: ['api-version-duplicate'],
    },
    {
      id: '9-7',
      says: 'Each version has its own runtime.',
      rules: ['api-versions-share-endpoint'],
    },
    {
      id: '9-8',
      says: 'A new version often also needs changes in the backend.',
      reason: 'It explains what to expect, and requires nothing.',
    },
    {
      id: '9-9',
      says: 'A version is a number with an optional leading v.',
      rules: ['api-version-format'],
    },
    {
      id: '9-10',
      says: 'Minor versions are discouraged, since a minor change does not break callers.',
      rules: ['api-version-minor'],
    },
    {
      id: '9-11',
      says: 'Name, context and version never change.',
      rules: ['api-identity-immutable'],
    },
  ],
};
