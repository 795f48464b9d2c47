/**
 * HTML of `xperf -a stack -butterfly`: functions by the number of stacks that contain them, and by the number of
 * stacks of which they are the leaf.
 *
 *     <h2>Functions by UniInclusive Hits</h2><table>…
 *     <tr><td><a href='#m'>server.exe</a>!<a href='#s'>serve</a></td><td>5131</td><td>68.17%</td><td>12</td>…</tr>
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';

export const xperfStackEntry: FormatEntry = {
  id: 'xperf-stack',
  title: 'xperf stack (butterfly)',
  unit: 'lines',
  version: 1,
  lost: 'callers and callees; modules (with a notice)',
  sniff(head): Sniff {
    const text = decode(head, 0, head.length);
    if (!/<(?:html|h2|table|!DOCTYPE)/i.test(text)) return 'no';
    return /Functions by (?:UniInclusive|Exclusive) Hits|Modules by Exclusive Hits|<a id='TblS[IEN]'>/.test(
      text,
    )
      ? 'yes'
      : 'no';
  },
  load: async () => (await import('./format.ts')).xperfStack,
};
