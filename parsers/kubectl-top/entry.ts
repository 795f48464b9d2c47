/**
 * kubectl top of nodes, pods and containers (`--containers`, `-A`), once or repeatedly; a line with the date may stand
 * before each list.
 *
 *     NAME                  CPU(cores)   MEMORY(bytes)
 *     web-5d4f8c7b9-abcde   12m          123Mi
 *
 * https://kubernetes.io/docs/reference/kubectl/generated/kubectl_top/
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const titles =
  /^(?:NAMESPACE\s{1,64})?(?:POD\s{1,64})?NAME\s{1,300}CPU\(cores\)\s{1,16}(?:CPU%\s{1,16}|CPU\(%\)\s{1,16})?MEMORY\(bytes\)/;

export const kubectlTopEntry: FormatEntry = {
  id: 'kubectl-top',
  title: 'kubectl top',
  unit: 'lines',
  version: 1,
  sniff: (head): Sniff => (headLines(head, 6).some(line => titles.test(line)) ? 'yes' : 'no'),
  load: async () => (await import('./format.ts')).kubectlTop,
};
