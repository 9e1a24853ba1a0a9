import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reword } from '#export/envoy/reword.ts';

const numbers = fc.nat(65_535);
const resource = {
  '@type': 'type.example.edu/Thing',
  name: 'header',
  file: { filename: '/etc/envoy/key.pem' },
  keys: { inline_string: '{"keys":[]}' },
  inline: 'as it is',
};

test('other words mean the same, and are others for each number', () => {
  fc.assert(
    fc.property(fc.uniqueArray(numbers, { minLength: 2, maxLength: 2 }), ([one = 0, other = 0]) => {
      const { file, keys, ...rest } = JSON.parse(reword(resource, one)) as typeof resource;
      expect(posix.normalize(file.filename)).toBe(resource.file.filename);
      expect(file.filename).toMatch(/^\/[^/]/);
      expect(JSON.parse(keys.inline_string)).toEqual({ keys: [] });
      expect(rest).toEqual({ '@type': resource['@type'], name: 'header', inline: 'as it is' });
      const second = JSON.parse(reword(resource, other)) as typeof resource;
      expect(second.file.filename).not.toBe(file.filename);
      expect(second.keys.inline_string).not.toBe(keys.inline_string);
    }),
  );
});
