import type { CoveredSection } from './statement.ts';

export const section22: CoveredSection = {
  section: '2.2',
  title: 'API',
  statements: [
    {
      id: '2.2-1',
      says: 'Its name, its context and its version together tell an API from every other.',
      rules: ['api-version-duplicate', 'api-name-context-one-to-one'],
    },
    {
      id: '2.2-2',
      says: 'Once an API is there, none of the three changes.',
      rules: ['api-identity-immutable'],
    },
    {
      id: '2.2-3',
      says: 'An API that does not keep to this is removed and created again.',
      rules: ['api-identity-immutable'],
      reason: 'The finding says so; this is what to do after an error.',
    },
    {
      id: '2.2-4',
      says: 'The name is what people read in the store and the publisher.',
      reason: 'It explains the purpose of the name; a reviewer decides whether it reads well.',
    },
    {
      id: '2.2-5',
      says: 'A name has letters, digits and underscores, and nothing else.',
      rules: ['api-name-format'],
    },
    { id: '2.2-6', says: 'A name is in UpperCamelCase.', rules: ['api-name-format'] },
    {
      id: '2.2-7',
      says: 'No two APIs of the organisation share a name.',
      rules: ['api-name-context-one-to-one', 'api-version-duplicate'],
    },
    { id: '2.2-8', says: 'A name mostly has two or three words.', rules: ['api-name-words'] },
    {
      id: '2.2-9',
      says: 'A name says nothing of the version.',
      rules: ['api-name-no-version'],
      reason: 'A number that belongs to a word, as in `Base64`, is taken for no version.',
    },
    { id: '2.2-10', says: 'A name does without the word API.', rules: ['api-name-no-api-word'] },
    {
      id: '2.2-11',
      says: 'The context is the name that programs use, in URLs.',
      reason: 'It explains the purpose of the context; the rules of the next statements check its form.',
    },
    {
      id: '2.2-12',
      says: 'A context begins with the one slash that it has.',
      rules: ['api-context-format'],
    },
    {
      id: '2.2-13',
      says: 'After the slash come lower-case ASCII letters, digits and underscores, and nothing else.',
      rules: ['api-context-format'],
    },
    { id: '2.2-14', says: 'A context is in snake_case.', rules: ['api-context-format'] },
    {
      id: '2.2-15',
      says: 'No two APIs share a context.',
      rules: ['api-name-context-one-to-one', 'api-context-reserved'],
    },
    {
      id: '2.2-16',
      says: 'A context says nothing of the version.',
      rules: ['api-context-no-version'],
      reason: 'A number that belongs to a word, as in `/base64`, is taken for no version.',
    },
    {
      id: '2.2-17',
      says: 'A context has no braces, so there are no templates in it.',
      rules: ['api-context-format'],
    },
    {
      id: '2.2-18',
      says: 'An API with a malformed context is not deployed.',
      rules: ['api-context-format'],
      reason: 'The rule is one of integrity: nothing is compiled where it finds something.',
    },
    {
      id: '2.2-19',
      says: 'A context is best the name in lower case, with underscores or without.',
      rules: ['api-context-matches-name'],
    },
    {
      id: '2.2-20',
      says: 'A version is made of numbers and dots, after a v or without one.',
      rules: ['api-version-format'],
    },
    {
      id: '2.2-21',
      says: 'A single number is the best version; with a v before it, it is as good.',
      rules: ['api-version-minor', 'api-version-format'],
    },
    {
      id: '2.2-22',
      says: 'A minor version, with a v or without, may be but is advised against.',
      rules: ['api-version-minor'],
    },
    {
      id: '2.2-23',
      says: 'Every version that is published counts as an API of its own.',
      rules: ['api-version-duplicate'],
      reason:
        'Beyond that each is declared once, it holds by how declarations are made: one for each version.',
    },
  ],
};
