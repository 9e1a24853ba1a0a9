import Type from 'typebox';
import { GuidesSchema } from './guides.ts';
import { SecretReferenceSchema } from './secret-reference.ts';

/** An address that git cannot mistake for an option or for a program to run, and that contains no password. */
const remotePattern =
  '^(https://[^\\s@]+|http://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?/[^\\s@]+|ssh://([\\w.-]+@)?[\\w.\\[\\]:-]+/\\S+|[\\w.][\\w.-]*@[\\w.][\\w.-]*:[^\\s:-]\\S*|(file://)?/[^/\\s]\\S*)$';

const ProposalsSchema = Type.Object(
  {
    remote: Type.String({
      pattern: remotePattern,
      description:
        'The URL of the repository with the declarations, of https or ssh, or its absolute path, without a password: https://github.com/example/apis.git.',
    }),
    base: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]*$',
        description: 'The branch that proposals are based on. Default: main.',
      }),
    ),
    branchPrefix: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]*$',
        description: 'The beginning of the names of the branches that proposals are on. Default: proposals/.',
      }),
    ),
    credentials: Type.Optional(SecretReferenceSchema),
    signingKey: Type.Optional(SecretReferenceSchema),
    host: Type.Optional(
      Type.Enum(['github', 'gitlab', 'gitea', 'none'], {
        description:
          'The software that hosts the repository, which decides how a pull request is opened. Default: none.',
      }),
    ),
    apiUrl: Type.Optional(
      Type.String({
        pattern: '^(https://|http://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?(/|$))[^\\s@]*$',
        description:
          "The address of the host's API. Default: https://api.github.com, or /api/v3 of the host of the remote (github); /api/v4 of that host (gitlab); /api/v1 next to the owner in a remote of https (gitea).",
      }),
    ),
    folder: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*$',
        description:
          'The folder of the configuration file in the repository. Default: as in the repository that the gateway runs from, or its root.',
      }),
    ),
    merge: Type.Optional(
      Type.Boolean({
        description:
          'Whether those who own everything that a proposal changes may merge it in the store. Default: false.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'Where changes that users make in the store are pushed to, each as a branch to be reviewed. Without it, users download a patch.',
  },
);

/** The store: pages for people who look for APIs, call them or own them. */
export const StoreSchema = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether there is a store. Default: true.' })),
    title: Type.Optional(
      Type.String({
        pattern: '\\S',
        maxLength: 100,
        description: 'The name in the header of its pages. Default: the name of the organisation.',
      }),
    ),
    logo: Type.Optional(
      Type.String({
        pattern: '\\.(svg|png)$',
        description: 'An SVG or PNG file of at most 64 KiB, relative to this file.',
      }),
    ),
    guides: Type.Optional(GuidesSchema('all APIs')),
    visibility: Type.Optional(
      Type.Enum(['public', 'signed-in'], {
        description:
          'Who can see the catalogue: everyone, or only users who have signed in. Default: public.',
      }),
    ),
    proposals: Type.Optional(ProposalsSchema),
  },
  { additionalProperties: false, description: 'The store, a website with the catalogue of APIs.' },
);
