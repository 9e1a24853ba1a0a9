import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openCatalogue } from '#runtime/portal/catalogue/catalogue.ts';
import { draws } from '../../../full-run.ts';
import { openGateway } from '../../gateway-in-test.ts';
import { StoreBrowser } from '../session/store-in-test.ts';
import { defineCatalogue } from './define-apis.ts';

const number = 1000;

/** Many APIs of one to three versions, whose names are not in order. */
function defineMany() {
  const apis = Array.from({ length: number }, (_, index) => ({
    name: `Api${(index * 7) % 400}`,
    context: `api_${(index * 7) % 400}`,
    version: `v${Math.floor(index / 400) + 1}`,
    owner: `team-${index % 70}`,
    tags: [`topic-${index % 90}`],
    description: `The API ${index}.`,
  }));
  return defineCatalogue(apis);
}

describe('a catalogue that is built in slices', () => {
  const compiled = defineMany();
  const whole = openCatalogue(compiled);

  test('is the one that is built at once, whenever somebody needs it before', async () => {
    const facets = Object.values(whole.facets()).map(({ size }) => size);
    await fc.assert(
      fc.asyncProperty(fc.nat(20), fc.nat(3), async (turns, calls) => {
        const catalogue = openCatalogue(compiled);
        const prepared = Array.from({ length: calls }, () => catalogue.prepare());
        for (let done = 0; done < turns; done += 1) await turn();
        expect(catalogue.apis()).toEqual(whole.apis());
        await Promise.all(prepared);
        expect(catalogue.apis()).toBe(catalogue.apis());
        expect(Object.values(catalogue.facets()).map(({ size }) => size)).toEqual(facets);
        expect(catalogue.find('api_399')).toEqual(whole.find('api_399'));
      }),
      { numRuns: draws(40) },
    );
  });

  test('fails for those who need it if a part cannot be read, and is built when it can', async () => {
    const { apis, manifest } = defineMany();
    const [entry] = manifest.apis;
    const part = entry && apis.get(entry.part);
    if (!part) throw new Error('there is no API');
    const broken = { ...part };
    let isBroken = true;
    Object.defineProperty(broken, 'contract', {
      get: () => {
        if (isBroken) throw new Error('unreadable');
        return part.contract;
      },
    });
    const parts = new Map([...apis, [entry.part, broken]]);
    const catalogue = openCatalogue({ ...compiled, manifest, apis: parts });
    await expect(catalogue.prepare()).rejects.toThrow('unreadable');
    expect(() => catalogue.apis()).toThrow('unreadable');
    await expect(catalogue.prepare()).rejects.toThrow('unreadable');
    isBroken = false;
    await catalogue.prepare();
    expect(catalogue.apis()).toHaveLength(whole.apis().length);
  });

  test('fails for no page that does without it, such as the sign-in and the sign-out', async () => {
    const table = defineCatalogue([{ name: 'DogPark' }, { name: 'CatCafe' }]);
    let isBroken = false;
    for (const part of table.apis.values()) {
      const { contract } = part;
      Object.defineProperty(part, 'contract', {
        get: () => {
          if (isBroken) throw new Error('unreadable');
          return contract;
        },
      });
    }
    const gateway = await openGateway(table);
    isBroken = true;
    const browser = new StoreBrowser(gateway);
    expect((await browser.store.visit('/store')).status).toBe(500);
    expect((await browser.store.visit('/store/unknown')).status).toBe(404);
    const page = await browser.signIn('/store/applications');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('My applications')]);
    const form = page.forms.find(({ action }) => action === '/store/sign-out');
    const left = await browser.submitToStore('/store/sign-out', form?.fields ?? {});
    expect(left.status).toBe(200);
    expect((await browser.store.visit('/store/applications')).location).toContain('/store/sign-in');
    const messages = gateway.faults.map((fault) => (fault instanceof Error ? fault.message : fault));
    expect(new Set(messages)).toEqual(new Set(['unreadable']));
  });

  test('reads at most a slice of the documents before other work runs, while a visit waits for it', async () => {
    const table = defineMany();
    let round = 0;
    const readIn = new Map<number, Set<string>>();
    for (const part of table.apis.values()) {
      const { contract } = part;
      Object.defineProperty(part, 'contract', {
        enumerable: true,
        get: () => {
          readIn.set(round, (readIn.get(round) ?? new Set()).add(`${part.name} ${part.version}`));
          return contract;
        },
      });
    }
    const gateway = await openGateway(table);
    readIn.clear();
    const visit = { isOver: false };
    const rounds = (async () => {
      for (; !visit.isOver; round += 1) await turn();
    })();
    const { status } = await new StoreBrowser(gateway).store.visit('/store');
    visit.isOver = true;
    await rounds;
    expect(status).toBe(200);
    const sizes = [...readIn.values()].map(({ size }) => size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(number);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
  });
});
