import { script } from './define-redis-script.ts';

/**
 * Each key is a hash of how many failures there were, until when they pause it, and when it is forgotten. Times are in
 * milliseconds, and compared with the `now` that the caller sends, which is the first argument.
 */
export const failureScripts = {
  /** The other arguments are the numbers of a FailureLimit for each key. Answers 1 where it is counted. */
  addFailure: script<number>(
    undefined,
    `local now = tonumber(ARGV[1])
     local function read(index, field) return tonumber(redis.call('HGET', KEYS[index], field) or '0') end
     for index = 1, #KEYS do
       if read(index, 'pausedUntil') > now then return 0 end
     end
     for index = 1, #KEYS do
       local at = 4 * index - 2
       local free, first = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
       local longest, memory = tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
       local failures = 1
       if read(index, 'forgottenAt') > now then failures = read(index, 'failures') + 1 end
       local pause = 0
       if failures >= free then pause = math.min(longest, first * 2 ^ (failures - free)) end
       redis.call('HSET', KEYS[index], 'failures', failures,
         'pausedUntil', string.format('%.0f', now + pause),
         'forgottenAt', string.format('%.0f', now + pause + memory))
       redis.call('PEXPIRE', KEYS[index], string.format('%.0f', pause + memory))
     end
     return 1`,
  ),
  /** The other arguments are for how long each key is remembered. */
  takeBackFailure: script<'OK'>(
    undefined,
    `local now = tonumber(ARGV[1])
     for index = 1, #KEYS do
       local count = redis.call('HMGET', KEYS[index], 'failures', 'forgottenAt')
       local failures = tonumber(count[1] or '0') - 1
       if tonumber(count[2] or '0') <= now then failures = 0 end
       local memory = tonumber(ARGV[index + 1])
       if failures > 0 then
         redis.call('HSET', KEYS[index], 'failures', failures, 'pausedUntil', '0',
           'forgottenAt', string.format('%.0f', now + memory))
         redis.call('PEXPIRE', KEYS[index], string.format('%.0f', memory))
       else
         redis.call('DEL', KEYS[index])
       end
     end
     return redis.status_reply('OK')`,
  ),
  /** How many milliseconds the longest pause lasts. */
  waitForFailures: script<number>(
    undefined,
    `local longest = 0
     for index = 1, #KEYS do
       local pausedUntil = tonumber(redis.call('HGET', KEYS[index], 'pausedUntil') or '0')
       longest = math.max(longest, pausedUntil - tonumber(ARGV[1]))
     end
     return longest`,
  ),
};
