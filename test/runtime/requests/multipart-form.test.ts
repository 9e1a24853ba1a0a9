import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import { readMultipart } from '#runtime/requests/multipart-form.ts';
import { UploadBudget } from '#runtime/requests/upload-budget.ts';
import { draws } from '../../full-run.ts';

const head = (disposition: string) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n`;
const part = (name: string, value = '', more = '') => `${head(`name="${name}"`)}${more}\r\n${value}\r\n`;
const end = '--b--\r\n';

interface Read {
  readonly type?: string;
  readonly maxBytes?: number;
  readonly chunkBytes?: number;
  /** Whether the client disconnects instead of ending the body. */
  readonly isAborted?: boolean;
  readonly length?: number;
  readonly acceptsBytes?: boolean;
}

const budgetOf = (maxBytes = 1e9) => new UploadBudget({ maxBytes, mostOfPerson: 2 });

async function read(body: string | Uint8Array, options: Read = {}, budget = budgetOf()) {
  const { type = 'multipart/form-data; boundary=b', maxBytes = 1000, chunkBytes = 64, isAborted } = options;
  const bytes = Buffer.from(body);
  const stream = new PassThrough();
  using share = budget.begin('ada');
  if (!share) return 'uploads_busy';
  const headers = {
    'content-type': type,
    ...(options.length !== undefined && { 'content-length': String(options.length) }),
  };
  const result = readMultipart(
    { stream, headers },
    { maxBytes, share, acceptsBytes: options.acceptsBytes ?? false },
  );
  for (let start = 0; start < bytes.length; start += chunkBytes)
    stream.write(bytes.subarray(start, start + chunkBytes));
  if (isAborted) stream.destroy();
  else stream.end();
  const form = await result;
  if (typeof form === 'string') return form;
  const files = [...form.files].map(([name, { bytes: content, ...file }]) => {
    return [name, { ...file, text: Buffer.from(content).toString() }] as const;
  });
  return { form: Object.fromEntries(form.form), files: Object.fromEntries(files) };
}

const text = fc.string({
  unit: fc.constantFrom('a', '\r\n', '--b', '-', '猫', '&', '"', '\n'),
  maxLength: 20,
});

describe('a form in multipart/form-data', () => {
  test('is read as a browser writes it', async () => {
    const names = fc.uniqueArray(fc.constantFrom('csrf', 'a.b', 'scopes.x:y', '猫'), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        names,
        text,
        text,
        fc.integer({ min: 1, max: 100 }),
        async (all, field, file, chunkBytes) => {
          const form = new FormData();
          for (const name of all) form.set(name, field);
          form.set('file', new File([file], 'dogs.yaml'));
          const sent = new Response(form);
          const type = sent.headers.get('content-type') ?? '';
          const written = await sent.bytes();
          // FormData writes each line break of a field as CRLF.
          const normal = field.replaceAll(/\r?\n/g, '\r\n');
          const expected = {
            form: normal === '' ? {} : Object.fromEntries(all.map((name) => [name, normal])),
            files: file === '' ? {} : { file: { fileName: 'dogs.yaml', digest: digestOf(file), text: file } },
          };
          expect(await read(written, { type, chunkBytes })).toEqual(expected);
        },
      ),
      { numRuns: draws(300) },
    );
  });

  test('that a hostile client has changed is read or refused, and never waits', async () => {
    const whole = Buffer.from(part('a', 'x'.repeat(30)) + part('b', 'y', 'X-Other: 1\r\n') + end);
    const edit = fc.record({ at: fc.nat(whole.length), cut: fc.nat(40), put: text });
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 4 }),
        fc.nat(70),
        fc.boolean(),
        async (edits, size, isAborted) => {
          let changed = whole.toString('latin1');
          for (const { at, cut, put } of edits)
            changed = changed.slice(0, at) + put + changed.slice(at + cut);
          const result = await read(Buffer.from(changed, 'latin1'), { chunkBytes: size + 1, isAborted });
          if (typeof result !== 'string') expect(Object.keys(result)).toEqual(['form', 'files']);
          else expect(['form_unreadable', 'upload_too_large']).toContain(result);
        },
      ),
      { numRuns: draws(2000) },
    );
  });

  const refused: Readonly<Record<string, readonly [string | Uint8Array, Read?]>> = {
    'without a boundary': [part('a') + end, { type: 'multipart/form-data' }],
    'with another boundary': [part('a') + end, { type: 'multipart/form-data; boundary=c' }],
    'without an end': [part('a', 'x')],
    'in the middle of a part': [`${head('name="a"')}\r\nx`],
    'in the middle of a head': [head('name="a"')],
    'that is aborted': [part('a', 'x'), { isAborted: true }],
    'with a repeated field': [part('a', '1') + part('a', '2') + end],
    'with a part that has no name': [`${head('filename="x"')}\r\nx\r\n${end}`],
    'with 1001 parts': [
      Array.from({ length: 1001 }, (_, index) => part(String(index), 'x')).join('') + end,
      { maxBytes: 1e6 },
    ],
    'that is not UTF-8': [Buffer.from(part('a', 'Ã(') + end, 'latin1')],
    'without a body': [''],
  };

  test.each(Object.entries(refused))('%s is refused', async (_case, [body, options]) => {
    expect(await read(body, options)).toBe('form_unreadable');
  });

  test('takes files of any bytes only where they are accepted, and never such a field', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 128]);
    const withFile = Buffer.concat([
      Buffer.from(`${head('name="a"; filename="b"')}\r\n`),
      bytes,
      Buffer.from(`\r\n${end}`),
    ]);
    expect(await read(withFile)).toBe('form_unreadable');
    const written = bytes.toString();
    expect(await read(withFile, { acceptsBytes: true })).toMatchObject({
      files: { a: { fileName: 'b', text: written } },
    });
    const field = Buffer.from(part('a', 'Ã(') + end, 'latin1');
    expect(await read(field, { acceptsBytes: true })).toBe('form_unreadable');
  });

  test('has parts of a limited size, and little else', async () => {
    expect(await read(part('a', 'x'.repeat(1000)) + end)).toMatchObject({ files: {} });
    expect(await read(part('a', 'x'.repeat(1001)) + end)).toBe('upload_too_large');
    expect(await read(part('a', 'x'.repeat(1001)))).toBe('upload_too_large');
    const many = part('a', 'x'.repeat(900)) + part('b', '', `X-Long: ${'y'.repeat(2 ** 20)}\r\n`) + end;
    expect(await read(many, { chunkBytes: 65_536 })).toBe('upload_too_large');
    expect(await read('x'.repeat(2 ** 20 + 1001), { chunkBytes: 65_536 })).toBe('upload_too_large');
    expect(await read('', { length: 2 ** 20 + 1001 })).toBe('upload_too_large');
  });

  test('has fields of a limited size without files, together, and larger files', async () => {
    const [half, mebibyte] = ['x'.repeat(4 * 2 ** 20), 2 ** 20];
    const options = { maxBytes: 20 * mebibyte, chunkBytes: mebibyte };
    const file = `${head('name="f"; filename="f"')}\r\n${half}${half}${half}\r\n`;
    expect(await read(part('a', half) + part('b', half) + file + end, options)).toMatchObject({
      form: { a: half, b: half },
      files: { f: { text: half + half + half } },
    });
    expect(await read(part('a', half) + part('b', `${half}x`) + end, options)).toBe('form_too_large');
    expect(await read(part('a', `${half}${half}x`), options)).toBe('form_too_large');
  });

  test('takes no more memory than all uploads together may', async () => {
    const budget = budgetOf(1500);
    const other = budget.begin('eve');
    expect(other?.add(1000)).toBe(true);
    expect(await read(part('a', 'x'.repeat(900)) + end, {}, budget)).toBe('uploads_busy');
    other?.[Symbol.dispose]();
    expect(await read(part('a', 'x'.repeat(900)) + end, {}, budget)).toMatchObject({ files: {} });
  });
});

test('a person has two uploads at once', () => {
  const budget = budgetOf();
  const [first, second] = [budget.begin('ada'), budget.begin('ada')];
  expect(
    [first, second, budget.begin('ada'), budget.begin('eve')].map((share) => share !== undefined),
  ).toEqual([true, true, false, true]);
  first?.[Symbol.dispose]();
  expect(budget.begin('ada')).toBeDefined();
});
