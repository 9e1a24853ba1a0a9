import type { CoveredSection } from './statement.ts';

export const section22: CoveredSection = {
  section: '2.2',
  title: 'API',
  statements: [
    {
      id: '2.2-1',
      says: 'Name, context and version together identify an API.',
      rules: ['api-version-duplicate', 'api-name-context-one-to-one'],
    },
    {
      id: '2.2-2',
      says: 'None of the three changes after the API was created.',
      rules: ['api-identity-immutable'],
    },
    {
      id: '2.2-3',
      says: 'An API that violates this is removed and created again.',
      rules: ['api-identity-immutable'],
      reason: 'The statement describes how to fix an error; the finding contains it.',
    },
    {
      id: '2.2-4',
      says: 'The name is what people read in the store and the publisher.',
      reason: 'It explains the purpose of the name; a reviewer decides whether the name is good.',
    },
    {
      id: '2.2-5',
      says: 'A name contains only letters, digits and underscores.',
      rules: ['api-name-format'],
    },
    { id: '2.2-6', says: 'A name is in UpperCamelCase.', rules: ['api-name-format'] },
    {
      id: '2.2-7',
      says: 'No two APIs of the organisation share a name.',
      rules: ['api-name-context-one-to-one', 'api-version-duplicate'],
    },
    { id: '2.2-8', says: 'A name usually has two or three words.', rules: ['api-name-words'] },
    {
      id: '2.2-9',
      says: 'A name does not contain the version.',
      rules: ['api-name-no-version'],
      reason: 'A number that belongs to a word, as in `Base64`, does not count as a version.',
    },
    { id: '2.2-10', says: 'A name does not contain the word API.', rules: ['api-name-no-api-word'] },
    {
      id: '2.2-11',
      says: 'The context is the name that programs use, in URLs.',
      reason: 'It explains the purpose of the context; the rules of the next statements check its form.',
    },
    {
      id: '2.2-12',
      says: 'A context begins with its only slash.',
      rules: ['api-context-format'],
    },
    {
      id: '2.2-13',
      says: 'After the slash, a context contains only lower-case ASCII letters, digits and underscores.',
      rules: ['api-context-format'],
    },
    { id: '2.2-14', says: 'A context is in snake_case.', rules: ['api-context-format'] },
    {
      id: '2.2-15',
      says: 'No two APIs share a context.',
      rules: ['api-name-context-one-to-one', 'api-context-reserved', 'api-address-taken'],
    },
    {
      id: '2.2-16',
      says: 'A context does not contain the version.',
      rules: ['api-context-no-version'],
      reason: 'A number that belongs to a word, as in `/base64`, does not count as a version.',
    },
    {
      id: '2.2-17',
      says: 'A context contains no braces, and so no templates.',
      rules: ['api-context-format'],
    },
    {
      id: '2.2-18',
      says: 'An API with a malformed context is not deployed.',
      rules: ['api-context-format'],
      reason: 'This is an integrity rule: nothing is compiled if it has a finding.',
    },
    {
      id: '2.2-19',
      says: 'A context should be the name in lower case, with or without underscores.',
      rules: ['api-context-matches-name'],
    },
    {
      id: '2.2-20',
      says: 'A version consists of numbers and dots, with an optional leading v.',
      rules: ['api-version-format'],
    },
    {
      id: '2.2-21',
      says: 'A version should be a single number, with an optional leading v.',
      rules: ['api-version-minor', 'api-version-format'],
    },
    {
      id: '2.2-22',
      says: 'A minor version, with or without a v, is allowed but discouraged.',
      rules: ['api-version-minor'],
    },
    {
      id: '2.2-23',
      says: 'Every published version counts as a separate API.',
      rules: ['api-version-duplicate'],
      reason:
        'The rule checks that each is declared once; apart from that, each version has its own declaration by design.',
    },
  ],
};
