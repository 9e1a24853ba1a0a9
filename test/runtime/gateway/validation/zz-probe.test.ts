import { test } from 'vitest';
import { performance } from 'node:perf_hooks';
import { knownFormats } from '../../../../src/runtime/gateway/validation/formats.ts';
import { isUtf8Charset } from '../../../../src/runtime/gateway/validation/media-types.ts';
import { planApi, checkJson, checkQuery } from './planned-api.ts';
import { Findings } from '../../../../src/runtime/gateway/validation/findings.ts';
import { documentOf } from './validated-api.ts';
const time = <T>(n: string, f: () => T) => { const t = performance.now(); let r: unknown; try { r = f(); } catch (e) { r = String(e).slice(0,200); } console.log(n, (performance.now()-t).toFixed(1), 'ms', JSON.stringify(r)?.slice(0,300)); };
const json = (schema: any, components: any = {}, v='3.1.0') => documentOf(v, '/dogs', { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } }, components);
const q = (parameter: any, v='3.1.0') => documentOf(v, '/dogs', { get: { parameters: [parameter], responses: {} } });
test('x', () => {
  console.log(isUtf8Charset('application/json; charset=utf-8; charset=utf-7'), isUtf8Charset('application/json; a="; charset=utf-8"; charset=utf-7'));
  for (const [f, c] of [['email','a.'],['email','a'],['uri','a:a'],['uri','http://a/'+'%41'],['uri-reference','a/'],['hostname','a.'],['uri','http://'+'1.'] ] as const) {
    const body = [(c.repeat(8192)).slice(0, f==='email'?1023:f==='hostname'?255:8191)+' '];
    const isOf = knownFormats[f] as any; time('format '+f+' '+c.slice(0,4), () => isOf(body[0]));
  }
  // form
  const form = documentOf('3.1.0','/dogs',{post:{requestBody:{content:{'application/x-www-form-urlencoded':{schema:{type:'object',properties:{a:{type:'array',items:{type:'integer'}}}}}}},responses:{}}});
  const plan = (d: any) => { const p = planApi(d); return p.validation.requestPlan(p.operations[0]!)!; };
  const fc = plan(form).body!.contents[0]!.checkFor('form')!;
  time('form %&', () => { const f = new Findings(); fc(Buffer.from('%&'.repeat(500_000)), f); return f.malformed.length; });
  time('form a=%&', () => { const f = new Findings(); fc(Buffer.from('a=%&'.repeat(250_000)), f); return f.malformed.length; });
  time('form a=1&', () => { const f = new Findings(); fc(Buffer.from('a=1&'.repeat(250_000)), f); return f.messages; });
  // dependentSchemas
  const S = { components: { schemas: { A: { type:'object', dependentSchemas: { a: { $ref: '#/components/schemas/A' } } } } } };
  time('dependent', () => checkJson(json({ $ref: '#/components/schemas/A' }, S), '{"a":1}'));
  // exponential recursion
  const R = { components: { schemas: { E: { anyOf: [ { type:'object', properties: { c: { $ref: '#/components/schemas/E' } }, required:['c'], additionalProperties:false }, { type:'object', properties: { c: { $ref: '#/components/schemas/E' }, d:{} }, required:['c'] }, {type:'integer'} ] } } } };
  for (const d of [12, 16, 18]) time('recursive '+d, () => checkJson(json({ $ref: '#/components/schemas/E' }, R), '{"c":'.repeat(d)+'"x"'+'}'.repeat(d)));
  // readOnly with $ref siblings
  const B = { components: { schemas: { Base: { type:'object', properties: { n: { type:'string' } } } } } };
  time('ref sibling readOnly', () => checkJson(json({ $ref: '#/components/schemas/Base', properties: { id: { type:'integer', readOnly: true } }, required: ['id'] }, B), '{"n":"x"}'));
  const C = { components: { schemas: { Base: { type:'object', properties: { id: { type:'integer', readOnly:true } } }, Needs: { type:'object', required:['id'] } } } };
  time('allOf ref required', () => checkJson(json({ allOf: [ { $ref: '#/components/schemas/Base' }, { $ref: '#/components/schemas/Needs' } ] }, C, '3.0.3'), '{"n":"x"}'));
  time('anyOf required readOnly', () => checkJson(json({ type:'object', properties:{ id:{readOnly:true} , n:{}}, anyOf:[{required:['id']}] }, C, '3.0.3'), '{"n":"x"}'));
  // freeform
  time('freeform required', () => checkQuery(q({ name:'p', in:'query', required:true, schema:{ type:'object', additionalProperties:{type:'string'} } }), 'a=1'));
  time('freeform required+props', () => checkQuery(q({ name:'p', in:'query', required:true, schema:{ type:'object', properties:{b:{type:'integer'}} } }), 'a=1'));
  time('freeform none', () => checkQuery(q({ name:'p', in:'query', required:true, schema:{ type:'object', additionalProperties:{type:'string'} } }), ''));
  // bigs
  time('big', () => checkJson(json({ type:'integer', maximum: 9007199254740992 }), '9007199254740993'));
  time('big int64', () => checkJson(json({ type:'integer', format:'int64' }), '9223372036854775808'));
  time('deep ok', () => checkQuery(q({ name:'f', in:'query', style:'deepObject', explode:true, schema:{ type:'object', properties:{ tags:{type:'array',items:{type:'string'}}, n:{type:'integer'} } } }), 'f[tags]=a&f[tags]=b&f%5Bn%5D=3'));
  time('deep array []', () => checkQuery(q({ name:'f', in:'query', style:'deepObject', explode:true, schema:{ type:'object', properties:{ tags:{type:'array',items:{type:'string'}} } } }), 'f[tags][]=a&f[tags][]=b'));
  time('empty array', () => checkQuery(q({ name:'ids', in:'query', explode:false, schema:{ type:'array', minItems:0, items:{type:'integer'} } }), 'ids='));
  time('empty array repeated', () => checkQuery(q({ name:'ids', in:'query', schema:{ type:'array', items:{type:'integer'} } }), 'ids='));
  time('pipe encoded', () => checkQuery(q({ name:'ids', in:'query', style:'pipeDelimited', explode:false, schema:{ type:'array', items:{type:'integer'} } }), 'ids=1%7C2'));
  time('space %20', () => checkQuery(q({ name:'ids', in:'query', style:'spaceDelimited', explode:false, schema:{ type:'array', items:{type:'integer'} } }), 'ids=1%202'));
  time('anyOf int|array', () => checkQuery(q({ name:'ids', in:'query', schema:{ anyOf:[{type:'integer'},{type:'array', items:{type:'integer'}}] } }), 'ids=1&ids=2'));
  time('nullable int 3.0', () => checkQuery(q({ name:'n', in:'query', schema:{ type:'integer', nullable:true } }, '3.0.3'), 'n='));
  time('nullable enum', () => checkJson(json({ type:'string', nullable:true, enum:['a'] }, {}, '3.0.3'), 'null'));
  time('nullable allOf ref', () => checkJson(json({ nullable:true, allOf:[{$ref:'#/components/schemas/Base'}] }, B, '3.0.3'), 'null'));
  time('proto', () => checkJson(json({ type:'object', additionalProperties:false, properties:{a:{}} }), '{"__proto__":{"a":1}}'));
  time('proto dup', () => checkJson(json({ type:'object' }), '{"__proto__":{"a":1},"__proto__":{"a":2}}'));
  time('discriminator', () => checkJson(json({ oneOf:[{$ref:'#/components/schemas/Cat'},{$ref:'#/components/schemas/Dog'}], discriminator:{propertyName:'k'} }, { components:{ schemas:{ Cat:{type:'object',required:['k'],properties:{k:{type:'string'}, m:{type:'boolean'}}}, Dog:{type:'object',required:['k'],properties:{k:{type:'string'}, b:{type:'integer'}}} } } }, '3.0.3'), '{"k":"Cat","m":true}'));
  time('multipleOf', () => checkJson(json({ type:'number', multipleOf:0.01 }), '19.99'));
  time('multipleOf big', () => checkJson(json({ type:'number', multipleOf:0.01 }), '1e22'));
  time('multipleOf tiny', () => checkJson(json({ type:'number', multipleOf:1e-7 }), '0.00000015'));
  time('multipleOf 10 of 5.0000001', () => checkJson(json({ type:'integer', multipleOf:10 }), '9007199254740995'));
  time('emoji .', () => checkJson(json({ type:'string', pattern:'^.$' }), '"😀"'));
  time('maxLength emoji', () => checkJson(json({ type:'string', maxLength:1 }), '"😀"'));
  time('not+required', () => checkJson(json({ not:{ required:['id'], properties:{id:{readOnly:true}} } }, {}, '3.0.3'), '{"n":1}'));
  time('$ref in enum', () => checkJson(json({ const: { $ref: 's9' } }), '{"$ref":"s9"}'));
  time('const undefined prop named $ref', () => checkJson(json({ type:'object', properties: { $ref: { type:'string' } } }), '{"$ref":"s9"}'));
  time('nested prop $ref string default', () => checkJson(json({ type:'object', properties: { a: { enum:[{ $ref:'#/x'}] } } }), '{"a":{"$ref":"#/x"}}'));
  time('format minLength on swagger', () => checkQuery(q({ name:'n', in:'query', type:'array', items:{type:'integer'}, collectionFormat:'multi' }, '2.0'), 'n=1&n=2'));
  time('number 1e5 int', () => checkQuery(q({ name:'n', in:'query', schema:{type:'integer'} }), 'n=1e5'));
  time('header', () => 0);
});
