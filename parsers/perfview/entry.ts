/**
 * Stacks that PerfView saves (`.perfView.xml`): frames, stacks and samples, each an element.
 * https://github.com/microsoft/perfview, src/TraceEvent/Stacks/StackSourceWriter
 *
 *     <StackWindow>
 *      <StackSource>
 *       <Frames Count="6">
 *        <Frame ID="5">app!Step</Frame>
 *       <Stacks Count="2">
 *        <Stack ID="1" CallerID="0" FrameID="5" />
 *       <Samples Count="1">
 *        <Sample ID="0" Time="12.345" StackID="1" Metric="2" />
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';

export const perfviewEntry: FormatEntry = {
  id: 'perfview',
  title: 'PerfView stacks (XML)',
  unit: 'lines',
  version: 1,
  lost: 'filters and notes of its window, tiers of compilation, metrics below 0',
  sniff(head): Sniff {
    const text = decode(head, 0, Math.min(head.length, 4096));
    if (!/<StackSource[\s>]/.test(text)) return 'no';
    return /<(?:StackWindow|Frames|Samples|Stacks)[\s>]/.test(text) ? 'yes' : 'likely';
  },
  load: async () => (await import('./format.ts')).perfview,
};
