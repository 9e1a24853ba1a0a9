import { script } from './define-script.ts';
import { addUsageScript } from './redis-usage-script.ts';

/**
 * Each key is a hash of how many failures there were, until when they pause it, and when it is forgotten. Times are in
 * milliseconds, and compared with the `now` that the caller sends, which is the first argument.
 */
const failureScripts = {
  /** The other arguments are the numbers of a FailureLimit for each key. Answers 1 if it is counted. */
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

/** Every time in them is in seconds, and compared with the `now` that the caller sends, as `ttl` is in milliseconds. */
export const redisScripts = {
  ...failureScripts,
  addUsage: addUsageScript,
  putCode: script<'OK' | null>(
    1,
    `local now, forgetAt = tonumber(ARGV[1]), redis.call('HGET', KEYS[1], 'forgetAt')
     if forgetAt and tonumber(forgetAt) > now then return nil end
     redis.call('DEL', KEYS[1])
     redis.call('HSET', KEYS[1], 'record', ARGV[2], 'clientId', ARGV[3], 'expiresAt', ARGV[4], 'forgetAt', ARGV[5])
     redis.call('PEXPIRE', KEYS[1], ARGV[6])
     return redis.status_reply('OK')`,
  ),
  takeCode: script<readonly [which: 'first' | 'again', record: string] | null>(
    1,
    `local code = redis.call('HMGET', KEYS[1], 'record', 'clientId', 'expiresAt', 'forgetAt', 'taken')
     local now = tonumber(ARGV[1])
     if not code[1] or code[2] ~= ARGV[2] or now >= tonumber(code[4]) then return nil end
     if code[5] then return { 'again', code[1] } end
     if now >= tonumber(code[3]) then return nil end
     redis.call('HSET', KEYS[1], 'taken', '1')
     return { 'first', code[1] }`,
  ),
  /** The third key is the set of grants of its subject, each with its end, by which those of one user are found. */
  openGrant: script<'OK' | null>(
    3,
    `local now, revokedUntil = tonumber(ARGV[1]), redis.call('ZSCORE', KEYS[2], ARGV[2])
     if revokedUntil and tonumber(revokedUntil) > now then return nil end
     local ends = redis.call('HMGET', KEYS[1], 'idleUntil', 'endsAt')
     if ends[1] and math.min(tonumber(ends[1]), tonumber(ends[2])) > now then return nil end
     redis.call('DEL', KEYS[1])
     redis.call('HSET', KEYS[1], 'grant', ARGV[3], 'current', ARGV[4], 'idleUntil', ARGV[5], 'endsAt', ARGV[6],
       'rotatedAt', ARGV[1])
     redis.call('PEXPIRE', KEYS[1], ARGV[7])
     redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[1])
     redis.call('ZADD', KEYS[3], ARGV[6], ARGV[2])
     if redis.call('PTTL', KEYS[3]) < tonumber(ARGV[8]) then redis.call('PEXPIRE', KEYS[3], ARGV[8]) end
     return redis.status_reply('OK')`,
  ),
  /** Puts a grant into the set of its subject. */
  indexGrant: script<number>(
    1,
    `local added = redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
     if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
     return added`,
  ),
  rotate: script<'rotated' | 'raced' | 'replayed' | 'unknown'>(
    1,
    `local now = tonumber(ARGV[1])
     local chain = redis.call('HMGET', KEYS[1], 'current', 'previous', 'rotatedAt', 'idleUntil', 'endsAt')
     if not chain[1] or now >= math.min(tonumber(chain[4]), tonumber(chain[5])) then return 'unknown' end
     if chain[1] ~= ARGV[2] then
       if chain[2] == ARGV[2] and now < tonumber(chain[3]) + tonumber(ARGV[6]) then return 'raced' end
       return 'replayed'
     end
     redis.call('HSET', KEYS[1], 'previous', ARGV[2], 'current', ARGV[3], 'rotatedAt', ARGV[1], 'idleUntil', ARGV[4])
     local left = (tonumber(chain[5]) - now) * 1000
     redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.max(1, math.min(tonumber(ARGV[5]), left))))
     return 'rotated'`,
  ),
  claim: script<number>(
    1,
    `local claimedUntil = redis.call('GET', KEYS[1])
     if claimedUntil and tonumber(claimedUntil) > tonumber(ARGV[1]) then return 0 end
     redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
     return 1`,
  ),
  /** How many subscribers the revocation was published to. */
  revoke: script<number>(
    2,
    `redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
     redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[3])
     redis.call('DEL', KEYS[2])
     return redis.call('PUBLISH', ARGV[4], ARGV[5])`,
  ),
};
