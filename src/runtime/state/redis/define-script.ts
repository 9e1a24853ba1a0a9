import { defineScript, type CommandParser } from 'redis';

/**
 * Defines a script, which is sent once and then called by its digest. `Reply` is the type of its reply. If `keyCount`
 * is undefined, each call sends the number of its keys.
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
