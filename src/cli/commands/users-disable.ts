import { declareStateCommand } from '../users/declare-state.ts';

export const usersDisableCommand = declareStateCommand({
  name: 'users disable',
  state: 'disabled',
  summary: 'Disable a declared user and revoke all sessions and tokens.',
  details:
    "Writes `state: disabled` and `tokensNotBefore` to the user's declaration. As soon as a gateway serves " +
    'the file, the user cannot log in, and every session, refresh token and access token of the user is ' +
    'refused.',
  does: 'locks ada out until `gatewright users enable ada`',
  next: (name) =>
    `Next: as soon as a gateway serves this, ${name} cannot log in, and all sessions and tokens of ${name} end.\n`,
});
