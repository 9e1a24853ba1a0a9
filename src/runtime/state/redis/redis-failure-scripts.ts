import { script } from './define-script.ts';

/**
 * Each key is a hash of how many failures there were, until when they pause it, when it is forgotten, how many attempts
 * are in progress, and when these count as failed. Times are in milliseconds, and compared with the `now` that the
 * caller sends, which is the first argument. The second one is how long an attempt may take; the last ones are the
 * numbers of a FailureLimit for each key.
 */
const functions = (firstLimit: number) => `
  local now, longestAttempt = tonumber(ARGV[1]), tonumber(ARGV[2])
  local function limitOf(index)
    local at = 4 * index - 4 + ${firstLimit}
    return tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  end
  local function fail(index, count, added, at)
    local free, first, longest, memory = limitOf(index)
    count.failures = count.failures + added
    local pause = 0
    if count.failures >= free then pause = math.min(longest, first * 2 ^ (count.failures - free)) end
    count.pausedUntil = at + pause
    count.forgottenAt = count.pausedUntil + memory
  end
  local function read(index)
    local fields = { 'failures', 'pausedUntil', 'forgottenAt', 'pending', 'pendingUntil' }
    local values, count = redis.call('HMGET', KEYS[index], unpack(fields)), {}
    for at = 1, #fields do count[fields[at]] = tonumber(values[at] or '0') end
    local pending = count.pending
    local isOver = pending > 0 and count.pendingUntil <= now
    if count.forgottenAt <= (isOver and count.pendingUntil or now) then
      count.failures, count.pausedUntil, count.forgottenAt = 0, 0, 0
    end
    if isOver then
      count.pending = 0
      fail(index, count, pending, count.pendingUntil)
    end
    return count
  end
  local function write(index, count)
    if count.failures <= 0 and count.pending <= 0 then return redis.call('DEL', KEYS[index]) end
    local _, _, longest, memory = limitOf(index)
    local keptUntil = count.forgottenAt
    if count.pending > 0 then keptUntil = math.max(keptUntil, count.pendingUntil + longest + memory) end
    for field, value in pairs(count) do redis.call('HSET', KEYS[index], field, string.format('%.0f', value)) end
    redis.call('PEXPIRE', KEYS[index], string.format('%.0f', math.max(1, keptUntil - now)))
  end`;

export const failureScripts = {
  /** Answers 0 if it is begun, -1 if a key is paused, or else the number of the first key that is busy, from 1. */
  beginAttempt: script<number>(
    undefined,
    `${functions(3)}
     local counts, busy = {}, 0
     for index = 1, #KEYS do
       local count = read(index)
       counts[index] = count
       if count.pausedUntil > now then return -1 end
       local free = limitOf(index)
       if busy == 0 and count.pending >= math.max(1, free - count.failures) then busy = index end
     end
     if busy > 0 then return busy end
     for index = 1, #KEYS do
       counts[index].pending = counts[index].pending + 1
       counts[index].pendingUntil = now + longestAttempt
       write(index, counts[index])
     end
     return 0`,
  ),
  /** The third argument is 1 if the attempt has failed. */
  endAttempt: script<'OK'>(
    undefined,
    `${functions(4)}
     local hasFailed = ARGV[3] == '1'
     for index = 1, #KEYS do
       local count = read(index)
       if count.pending > 0 then
         count.pending = count.pending - 1
         if hasFailed then fail(index, count, 1, now) end
       elseif not hasFailed then
         count.failures, count.pausedUntil = count.failures - 1, 0
       end
       write(index, count)
     end
     return redis.status_reply('OK')`,
  ),
  forgetFailures: script<'OK'>(
    undefined,
    `${functions(3)}
     for index = 1, #KEYS do
       local count = read(index)
       count.failures, count.pausedUntil, count.forgottenAt = 0, 0, 0
       write(index, count)
     end
     return redis.status_reply('OK')`,
  ),
  /** How many milliseconds the longest pause lasts. */
  waitForFailures: script<number>(
    undefined,
    `${functions(3)}
     local longest = 0
     for index = 1, #KEYS do longest = math.max(longest, read(index).pausedUntil - now) end
     return longest`,
  ),
};
