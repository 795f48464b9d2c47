import { describe, expect, it } from 'vitest';
import { parseFrame } from './frames.ts';
import { parseProcess } from './process.ts';

describe('frames', () => {
  it.each([
    ['ntdll.dll!RtlUserThreadStart', 'ntdll.dll', 'RtlUserThreadStart', null],
    ['client.dll!operator!=', 'client.dll', 'operator!=', null],
    ['ntoskrnl.exe!0x81c866e4', 'ntoskrnl.exe', '[unknown]', 0x81c866e4n],
    ['"Unknown"!0x0000000000000010', '[unknown]', '[unknown]', 16n],
    ['?!?', '[unknown]', '[unknown]', null],
    ['app.dll!<PDB not found>', 'app.dll', '[unknown]', null],
    ['ntoskrnl.exe', 'ntoskrnl.exe', '[unknown]', null],
    ['0xfffff80312345678', '[unknown]', '[unknown]', 0xfffff80312345678n],
    ['[Root]', '[unknown]', '[Root]', null],
  ])('%s', (text, module, symbol, address) => {
    expect(parseFrame(text)).toEqual({ module, symbol, address });
  });
});

describe('processes', () => {
  it.each([
    ['Idle (   0)', 'Idle', 0],
    ['chrome.exe (14224)', 'chrome.exe', 14224],
    ['odd (name), really (12)', 'odd (name), really', 12],
    ['"Unknown" (  -1)', null, -1],
    ['Unknown', null, -1],
    ['System', 'System', -1],
  ])('%s', (text, name, pid) => {
    expect(parseProcess(text)).toEqual({ name, pid });
  });
});
