import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import { SecretInput } from '../secret-input.ts';

/** Lengths in characters. The gateway refuses longer passwords at a login. */
const minPasswordLength = 12;
const maxPasswordLength = 1024;

/** A text for the help of a command: how it reads a new password. */
export const passwordDetails =
  'On a terminal, the password is prompted for twice without echo; otherwise it is read from one line of standard input. ' +
  'It has at least 12 characters. It is not an argument, since every user of the machine can see arguments.';

/** Reads a password to declare. Throws a CommandError if it is missing, not allowed, or differs when it is repeated. */
export async function readNewPassword(io: Io): Promise<string> {
  using input = new SecretInput(io);
  const help = 'Type it on a terminal, or write it to standard input on one line.';
  const password = await input.read('Password', help);
  checkPassword(password);
  if (!io.stdin.isTerminal) return password;
  const again = await input.read('Repeat the password', help);
  if (again === password) return password;
  throw new CommandError('The two passwords differ, and nothing was written.');
}

function checkPassword(password: string): void {
  if ([...password].length < minPasswordLength) {
    const help = 'Several random words are easy to remember and hard to guess.';
    throw new CommandError(`A password has at least ${minPasswordLength} characters.`, help);
  }
  if (password.length > maxPasswordLength) {
    throw new CommandError(`A password has at most ${maxPasswordLength} characters.`);
  }
  // These characters come from files in other encodings, and nobody can type them at a login.
  if (/[\0\uFEFF\uFFFD]/.test(password)) {
    throw new CommandError(
      'The password contains characters that cannot be typed.',
      'Write it in UTF-8 without a byte order mark.',
    );
  }
}
