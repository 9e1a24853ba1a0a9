import { script } from './define-script.ts';

/** What the script does with one key. */
export type UsageEntry =
  | {
      /** Fields of a hash, and the numbers to add to them. */
      readonly sums: readonly (readonly [field: string, number: string])[];
      /** Fields whose number is replaced only by a larger one. */
      readonly largest: readonly (readonly [field: string, number: string])[];
      readonly retentionMs: number;
    }
  | {
      /** A member of a sorted set, which is removed unless it is added again within the retention time. */
      readonly member: string;
      readonly now: number;
      readonly retentionMs: number;
    };

/**
 * Adds a batch of usage unless it was added before. The first key contains the number of the writer's last batch. The
 * arguments are the number of this batch, how long to remember that number in milliseconds, and, as a JSON array, a
 * UsageEntry for each of the other keys.
 */
export const addUsageScript = script<number>(
  undefined,
  `if tonumber(redis.call('GET', KEYS[1]) or '0') >= tonumber(ARGV[1]) then return 0 end
   redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
   for index, entry in ipairs(cjson.decode(ARGV[3])) do
     local key = KEYS[index + 1]
     if entry.member then
       redis.call('ZADD', key, entry.now, entry.member)
       redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', entry.now - entry.retentionMs))
     else
       for _, sum in ipairs(entry.sums) do redis.call('HINCRBY', key, sum[1], sum[2]) end
       for _, largest in ipairs(entry.largest) do
         local before = tonumber(redis.call('HGET', key, largest[1]) or '-1')
         if tonumber(largest[2]) > before then redis.call('HSET', key, largest[1], largest[2]) end
       end
     end
     redis.call('PEXPIRE', key, string.format('%.0f', entry.retentionMs))
   end
   return 1`,
);
