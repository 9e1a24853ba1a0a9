import { parentPort, workerData } from 'node:worker_threads';
import { unpackPart } from '#compiled/compiled.ts';
import { compareContracts } from '#pipeline/compare-contracts.ts';
import type { PartTexts } from '../sources/thread/contract-comparisons.ts';

if (!parentPort) throw new Error('this module begins a thread');

const { older, newer } = workerData as PartTexts;
parentPort.postMessage(compareContracts(unpackPart(older).contract, unpackPart(newer).contract), []);
