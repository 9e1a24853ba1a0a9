import { defineScript, type CommandParser } from 'redis';

/**
 * A script is sent once, and called by its digest from then on. `Reply` is what Redis answers with. The number of keys
 * is sent with each call unless given.
 */
export function script<Reply>(keyCount: number | undefined, source: string) {
  return defineScript({
    SCRIPT: source,
    ...(keyCount !== undefined && { NUMBER_OF_KEYS: keyCount }),
    parseCommand: (
      parser: CommandParser,
      keys: readonly string[],
      ...values: readonly (string | number)[]
    ) => {
      if (keyCount === undefined) parser.pushKeysLength([...keys]);
      else for (const key of keys) parser.pushKey(key);
      parser.push(...values.map(String));
    },
    transformReply: (reply: Reply) => reply,
  });
}
