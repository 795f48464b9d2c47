import { describe, expect, it } from 'vitest';
import { miningOf, templatesOf } from './mine.ts';

/** Expects each group of masked messages to have one template. */
function expectGroups(groups: readonly (readonly string[])[]): void {
  const templates = templatesOf(groups.flat());
  let at = 0;
  const found = groups.map(group => new Set(group.map(() => templates[at++]!)));
  for (const [index, names] of found.entries()) expect([...names], groups[index]![0]!).toHaveLength(1);
  expect(new Set(templates).size, templates.join('\n')).toBe(groups.length);
}

const template = (...maskedTexts: string[]): string => {
  const templates = new Set(templatesOf(maskedTexts));
  expect([...templates]).toHaveLength(1);
  return [...templates][0]!;
};

describe('slots', () => {
  it('are masked if values differ, and kept if they do not', () => {
    expect(template('read /a.txt from <*> ', 'read /b.txt from <*>  ')).toContain('read <*> from <*>');
    expect(template('mounted on eth0', 'mounted on eth1', 'mounted on eth2')).toBe('mounted on eth<*>');
    const services = ['disk', 'net', 'gpu', 'usb'].map(name => `launched com.acme.${name}.service`);
    expect(template(...services)).toBe('launched com.acme.<*>');
    expect(template('bound to localhost:<*>', 'bound to <*>:<*>')).toBe('bound to <*>');
    expect(template('from <*> (mail.example.com) at', 'from <*> () at')).toBe('from <*> (<*>) at');
  });

  it('may contain lists of any length, quantities in any unit and dates', () => {
    expect(template('deleted blk_<*>', 'deleted blk_<*> blk_<*> blk_<*>')).toBe('deleted blk_<*>');
    expect(template('channels <*>,<*>', 'channels <*>')).toBe('channels <*>');
    expect(template('sent <*> bytes, took <*> ms', 'sent <*> bytes (<*> KB), took <*> s')).toBe(
      'sent <*>, took <*>',
    );
    expect(template('at Sat Jun <*> <*> <*>', 'at Mon Jul <*> <*> <*>')).toBe('at <*>');
  });

  it('may contain lists of quoted names of any length', () => {
    expect(template("ran ['mount', '-a'] well", "ran ['ssh-keygen', '-t', 'rsa'] well")).toBe(
      "ran ['<*>'] well",
    );
  });

  it('with few distinct values are not masked: states and versions are not names', () => {
    expectGroups([
      ['supports IPv4'],
      ['supports IPv6'],
      ['job <*> state=RUNNING'],
      ['job <*> state=DONE'],
      ['link is up'],
      ['link is down'],
      ['interface alt0 lost'],
      ['interface scip0 lost'],
    ]);
  });

  it('are values if their combinations are many', () => {
    const users = ['app', 'web', 'ops'];
    const all = users.flatMap(user => ['shop', 'stats'].map(db => `login user=${user} database=${db}`));
    expect(template(...all)).toBe('login user=<*> database=<*>');
  });
});

describe('words', () => {
  const names = ['anna', 'bert', 'carl', 'dora', 'emil', 'fritz', 'gerd', 'hans'];

  it('vary if many were seen at one position; fewer suffice after a noun that announces a name', () => {
    expect(template(...names.slice(0, 5).map(name => `hello ${name} welcome`))).toBe('hello <*> welcome');
    expect(template(...names.slice(0, 4).map(name => `closed for user ${name}`))).toBe('closed for user <*>');
    expectGroups(names.slice(0, 4).map(name => [`hello ${name} welcome`]));
  });

  it('that are values at one position are values at another if a name is announced', () => {
    expectGroups([
      names.map(name => `invalid user ${name} from <*>`),
      names.slice(0, 2).map(name => `disconnected user ${name}`),
      ['goodbye anna'],
      ['goodbye bert'],
    ]);
  });

  it('vary together with adjacent values', () => {
    const hosts = ['a.example.com', 'b.example.com', 'c.example.com', 'd.example.com', 'e.example.com'];
    expect(template(...hosts.map((host, i) => `hello ${names[i]} from ${host}`))).toBe('hello <*> from <*>');
  });

  it('vary together with their repetitions in other words', () => {
    const modules = ['ssh', 'disk-setup', 'locale', 'ntp', 'timezone'];
    const messages = modules.map(
      name => `Running ${name} (<module 'init.cc_${name.replace('-', '_')}'>) once`,
    );
    expect(template(...messages)).toBe("Running <*> (<module '<*>'>) once");
    const started = modules.map(name => `start: config/${name}: running ${name} now`);
    expect(template(...started)).toBe('start: <*>: running <*> now');
    expectGroups(modules.slice(0, 4).map(name => [`${name}: no ${name} found`]));
  });

  it('of a message that occurs once are values if a template covers it', () => {
    const rooms = ['attic', 'cellar', 'hall', 'kitchen', 'garage'];
    const many = rooms.flatMap(room => names.map(name => `user ${name} left room ${room} with grace`));
    const once = 'user ida left room den with grace';
    expect(template(...many, once)).toBe('user <*> left room <*> with grace');
    expectGroups([[...many, once], ['user ida left home den with haste']]);
  });

  it('are kept as separate events if only they state what happened', () => {
    expectGroups([...names, 'active', 'blocked', 'closing'].map(word => [word]));
    expectGroups(names.map(name => [`${name} startup succeeded`]));
  });
});

describe('the result', () => {
  const maskedTexts = [
    ...['root', 'guest', 'admin', 'backup', 'www'].map(name => `Failed password for ${name} from <*>`),
    'Failed none for admin from <*>',
    'checkpoint starting: time',
    'LOG <*> (<*>)',
    'LOG <*> ()',
  ];

  it('does not depend on the order', () => {
    const forth = templatesOf(maskedTexts);
    expect(templatesOf([...maskedTexts].reverse()).reverse()).toEqual(forth);
    const rotated = [...maskedTexts.slice(4), ...maskedTexts.slice(0, 4)];
    expect(templatesOf(rotated)).toEqual([...forth.slice(4), ...forth.slice(0, 4)]);
  });

  it('writes equal lists equally at different positions', () => {
    expect(template('moved <*> <*> to <*>', 'moved <*> to <*> <*>')).toBe('moved <*> to <*>');
  });

  it('stays the same if its own templates are mined with the masked messages', () => {
    const once = templatesOf(maskedTexts);
    expect(templatesOf([...maskedTexts, ...once]).slice(0, maskedTexts.length)).toEqual(once);
  });

  it('accepts any text', () => {
    const odd = [
      '',
      ' ',
      '<*>',
      '<*><*>',
      '()',
      '"',
      '= =',
      '<<*>>',
      '\u0000',
      '…',
      '((((',
      '<*>,',
      'a'.repeat(5000),
    ];
    expect(templatesOf(odd)).toHaveLength(odd.length);
  });
});

it('mining can be interrupted several times for each message', () => {
  const letters = (n: number) => String(n).replace(/\d/g, digit => 'abcdefghij'[Number(digit)]!);
  const messages = Array.from({ length: 100 }, (_, n) => `${letters(n)} was done by ${letters(n * n)}`);
  expect([...miningOf(messages)].length).toBeGreaterThan(3 * messages.length);
});
