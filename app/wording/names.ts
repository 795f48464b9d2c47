/** `/usr/lib/libc.so.6` → `libc.so.6`; `C:\x\ntdll.dll` → `ntdll.dll`; `[kernel.kallsyms]` stays. */
export function baseName(path: string): string {
  if (path.startsWith('[')) return path;
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return cut < 0 || cut === path.length - 1 ? path : path.slice(cut + 1);
}

/** The folder in front of the name, with the separator at its end. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** `total_percent` → `total percent`. */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}
