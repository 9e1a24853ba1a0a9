import { test } from 'vitest';
import { openGateway } from '../../gateway-in-test.ts';
import { defineTable, passwordOfAlice, redirectUri } from '../authorization-in-test.ts';
import { BrowserInTest } from './browser-in-test.ts';
test('smoke', async () => {
  const gateway = await openGateway(defineTable());
  const b = new BrowserInTest(gateway.url);
  const q = new URLSearchParams({ response_type: 'code', client_id: 'Web-production', redirect_uri: redirectUri, state: 'x y' });
  const p = await b.visit(`/authorize?${q}`);
  console.log(p);
  const l = await b.submit(p.forms[0]!.action, { ...p.forms[0]!.fields, username: 'alice', password: passwordOfAlice });
  console.log(l);
  const c = await b.follow(l);
  console.log(c);
  console.log(await b.submit(c.forms[0]!.action, { ...c.forms[0]!.fields, decision: 'allow' }));
  console.log(gateway.faults, gateway.audited);
  await gateway.close();
});
