import { reasons, type CoveredSection } from './statement.ts';

export const section8: CoveredSection = {
  section: '8',
  title: 'Limits',
  statements: [
    {
      id: '8-1',
      says: 'No more than two versions of an API are kept up at once.',
      rules: ['api-live-versions', 'live-versions-rise'],
    },
    {
      id: '8-2',
      says: 'Names, contexts and versions are as section 2.2 says.',
      rules: ['api-name-format', 'api-context-format', 'api-version-format'],
    },
    { id: '8-3', says: 'A call over its limit is answered with 429.', reason: reasons.byGateway },
    {
      id: '8-4',
      says: 'How many calls are allowed, and how long a token lives, is left open.',
      reason: reasons.asksNothing,
    },
  ],
};

export const section9: CoveredSection = {
  section: '9',
  title: 'Versions',
  statements: [
    {
      id: '9-1',
      says: 'The version is a part of the path of every call, behind the context.',
      rules: ['path-no-version'],
      reason: 'The gateway puts it there, so a definition must not.',
    },
    {
      id: '9-2',
      says: 'Naming the version in the URL is the best way.',
      reason: 'It is the default of the gateway.',
    },
    {
      id: '9-3',
      says: 'It may also be named by a header, or be the latest where nothing names it.',
      reason: reasons.allows,
    },
    {
      id: '9-4',
      says: 'Only a change that breaks callers makes a new version.',
      rules: ['needless-version', 'breaking-change-in-version', 'breaking-setting-in-version'],
      reason: 'Behaviour that no document shows is for people to tell.',
    },
    {
      id: '9-5',
      says: 'Callers are asked beforehand whether they can do without one.',
      rules: ['needless-version'],
      reason: 'People ask, and no file records it; the rule reminds them where the answer may be yes.',
    },
    {
      id: '9-6',
      says: 'To the gateway each version is an API of its own.',
      rules: ['api-version-duplicate'],
    },
    {
      id: '9-7',
      says: 'Each version runs by itself.',
      rules: ['api-versions-share-endpoint'],
    },
    {
      id: '9-8',
      says: 'It often takes changes behind it, too.',
      reason: 'It explains what to expect, and requires nothing.',
    },
    {
      id: '9-9',
      says: 'A version is a number with a v before it, or without.',
      rules: ['api-version-format'],
    },
    {
      id: '9-10',
      says: 'Minor versions are advised against, since a minor change breaks nobody.',
      rules: ['api-version-minor'],
    },
    {
      id: '9-11',
      says: 'A name, a context and a version stay as they were made.',
      rules: ['api-identity-immutable'],
    },
  ],
};
