/**
 * Guesses the code page of PDH text. Windows writes it in the code page of its system and does not state
 * which. The page in which the most names of common objects can be read is chosen; without any of them, the page of
 * Western Europe is assumed.
 */
import { isUtf8 } from '../bytes.ts';

/**
 * Words that only text in this code page is likely to hold: process, processor, memory, disk, network,
 * system.
 */
const pages: readonly (readonly [TextEncodingLabel, RegExp])[] = [
  ['windows-1251', /Процес|Память|Пам'ять|диск|Сетевой|интерфейс|Систем|Мрежов/giu],
  ['windows-1250', /Paměť|paměti|Pamięć|pamięci|Síťové|Fyzický|fizyczny/giu],
  ['windows-1253', /Επεξεργαστής|Διεργασία|Μνήμη|δίσκος/giu],
  ['windows-1254', /İşlem|Bellek|Arabirimi|Ağ /gu],
  ['windows-1255', /מעבד|זיכרון|תהליך|דיסק|ממשק/gu],
  ['windows-1256', /معالج|ذاكرة|قرص|عملية|شبكة/gu],
  ['windows-1257', /Procesors|Atmiņa|Atmintis/giu],
  ['windows-874', /หน่วยความจำ|โพรเซส|ดิสก์|เครือข่าย/gu],
  ['shift_jis', /プロセ|メモリ|ディスク|時間|ネットワーク/gu],
  ['gbk', /处理器|进程|内存|磁盘|网络|系统/gu],
  ['big5', /處理器|處理程序|記憶體|磁碟|網路|系統/gu],
  ['euc-kr', /프로세|메모리|디스크|네트워크|시스템/gu],
];

/** The code page of these titles; null if they are UTF-8 (or plain ASCII). */
export function codePageOf(titles: Uint8Array): TextEncodingLabel | null {
  if (isUtf8(titles, 0, titles.length)) return null;
  let best: TextEncodingLabel = 'windows-1252';
  let bestLength = 0;
  for (const [label, words] of pages) {
    const readable = new TextDecoder(label).decode(titles).match(words)?.join('').length ?? 0;
    if (readable > bestLength) [best, bestLength] = [label, readable];
  }
  return best;
}
