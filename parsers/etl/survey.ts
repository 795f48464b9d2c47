/** The first of two readings: collects the facts. */
import type { BulkOutput } from '../bulk.ts';
import type { Options, Reader, Survey } from '../contract.ts';
import { Facts, factHooks } from './facts.ts';
import { EtlReader } from './reader.ts';
import { passes, Walker } from './walker.ts';

const unwanted = passes(factHooks, true);

export class EtlSurvey implements Survey {
  private readonly facts = new Facts();
  private readonly walker: Walker;

  constructor() {
    this.walker = new Walker({
      passes: unwanted,
      record: (block, head, _buffer, ts) => this.facts.take(block, head, ts),
    });
    this.facts.clock = (block, at) => this.walker.clock.at(block, at);
  }

  push(chunk: Uint8Array): void {
    this.walker.push(chunk);
  }

  end(): void {
    this.walker.end();
    this.facts.finish();
  }

  open(out: BulkOutput, options: Options): Reader {
    this.facts.schemas.manifestOf = options.manifestOf ?? null;
    return new EtlReader(out, options, this.facts);
  }
}
