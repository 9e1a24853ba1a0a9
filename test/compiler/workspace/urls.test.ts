import { describe, expect, test } from 'vitest';
import { comparableUrl, isLoopbackUrl, normaliseUrl } from '#compiler/workspace/urls/url.ts';

describe('the key that URLs are compared by', () => {
  test.each([
    ['https://d.example.edu/a%62', 'https://d.example.edu/ab'],
    ['https://d.example.edu./ab', 'https://d.example.edu/ab'],
    ['https://d.example.edu.:443//ab//', 'https://d.example.edu/ab'],
    ['https://d.example.edu/%7ea', 'https://d.example.edu/~a'],
    ['https://d.example.edu/a%2fb', 'https://d.example.edu/a%2Fb'],
    ['https://d.example.edu/x/%2E%2e/ab', 'https://d.example.edu/ab'],
    ['https://D.example.edu//', 'https://d.example.edu'],
  ])('%s and %s are the same', (a, b) => {
    expect(comparableUrl(a)).toBe(comparableUrl(b));
    expect(comparableUrl(a)).toBeDefined();
  });

  test.each([
    ['https://d.example.edu/a%2fb', 'https://d.example.edu/a/b'],
    ['https://d.example.edu/a%252Fb', 'https://d.example.edu/a%2Fb'],
    ['https://d.example.edu/AB', 'https://d.example.edu/ab'],
    ['https://d.example.edu:8443', 'https://d.example.edu'],
    ['http://d.example.edu', 'https://d.example.edu'],
  ])('%s and %s differ', (a, b) => {
    expect(comparableUrl(a)).not.toBe(comparableUrl(b));
  });

  test('is absent where there is no URL', () => {
    expect(comparableUrl('https://ada@d.example.edu')).toBeUndefined();
  });
});

test('what calls are forwarded to keeps the path as it is written', () => {
  expect(normaliseUrl('https://d.example.edu//a%62/')).toBe('https://d.example.edu//a%62');
});

test.each([
  ['http://localhost:1', true],
  ['http://127.0.0.1', true],
  ['http://127.1', true],
  ['http://[::1]:8080', true],
  ['http://api.localhost', false],
  ['http://localhost.example.edu', false],
  ['http://127.0.0.1.example.edu', false],
  ['http://128.0.0.1', false],
  ['no url', false],
])('whether %s is this machine: %s', (url, isLoopback) => {
  expect(isLoopbackUrl(url)).toBe(isLoopback);
});
