import { defineRule } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';
import { placeOf } from '#source/place.ts';

const organisation = 'organisation: Example University';
const declare = (login: string) => [
  editGateway(
    organisation,
    `${organisation}\nnotices: { smtp: { host: mail.example.edu, from: apis@example.edu${login} } }`,
  ),
];

export const gatewaySmtpLogin = defineRule({
  name: 'gateway-smtp-login',
  section: '5.6',
  severity: 'error',
  group: 'integrity',
  summary: 'The login at the mail server has both a `user` and a `password`, or neither.',
  why: 'The gateway would log in without a password, or would not log in although a password is declared, and no e-mail would be sent.',
  examples: [
    {
      title: 'A user and a password',
      edits: declare(', user: gatewright, password: { fromEnv: SMTP_PASSWORD }'),
      findings: [],
    },
    {
      title: 'A user without a password',
      edits: declare(', user: gatewright'),
      findings: [
        'gateway.config.yaml:4:68 The login at the mail server has a `user`, but its `password` is missing.',
      ],
    },
    {
      title: 'A password without a user',
      edits: declare(', password: { fromEnv: SMTP_PASSWORD }'),
      findings: [
        'gateway.config.yaml:4:68 The login at the mail server has a `password`, but its `user` is missing.',
      ],
    },
  ],
  check: {
    gateway: ({ value: { notices }, place }, { report }) => {
      const { user, password } = notices?.smtp ?? {};
      if ((user === undefined) === (password === undefined)) return;
      const [present, missing] = password === undefined ? ['user', 'password'] : ['password', 'user'];
      report({
        at: placeOf(place, 'notices', 'smtp', present),
        part: 'key',
        message: `The login at the mail server has a \`${present}\`, but its \`${missing}\` is missing.`,
        help: `Declare \`${missing}\` too, such as \`${missing === 'user' ? 'user: gatewright' : 'password: { fromEnv: SMTP_PASSWORD }'}\`, or remove \`${present}\` if the server needs no login.`,
      });
    },
  },
});
