import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { passwords } from './open-example-store.ts';

/** Somebody who uses a store, in a window of their own. */
export interface StoreVisitor {
  readonly page: Page;
  /** What pages have logged, such as violations of their policy, and requests to other origins. */
  readonly complaints: readonly string[];
  /** Opens a page by its path. */
  open(path: string): Promise<void>;
  signIn(name: string, returnPath?: string): Promise<void>;
}

/** Opens a window for a visitor of the store at an origin, who trusts its certificate. */
export async function openVisitor(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<StoreVisitor> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
  context.setDefaultTimeout(25_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol.startsWith('http')) complaints.push(`requested ${url.href}`);
  });
  const open = async (path: string) => void (await page.goto(origin + path));
  const signIn = async (name: string, returnPath = '/store') => {
    await open(`/store/sign-in?return=${encodeURIComponent(returnPath)}`);
    await logIn(page, name, (await passwords)[name] ?? '');
    await page.waitForURL(origin + returnPath);
  };
  return { page, complaints, open, signIn };
}

/** Fills in the login page. */
export async function logIn(page: Page, name: string, password: string): Promise<void> {
  await page.locator('#username').fill(name);
  await page.locator('#password').fill(password);
  await page.keyboard.press('Enter');
}

/** The text of what a page is about, without the parts that all pages share. */
export function readMain(page: Page): Promise<string> {
  return page.locator('main').innerText();
}
