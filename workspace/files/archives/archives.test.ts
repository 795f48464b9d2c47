/** Archives are read like folders, and hostile ones do no harm. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { fixture } from '../../../fixtures/shared.ts';
import { fakeFormats } from '../../import/fake.testing.ts';
import { imported, large, rowsOf, Scratch } from '../../import/import.testing.ts';
import { readRaw } from '../../raw.ts';
import { DamagedInputError } from '../damaged-input.ts';
import { bunzipped2 } from '../packed/bunzip2.ts';
import { unxzipped } from '../packed/xz.ts';
import { Allowance, ArchiveLimitError, harmless } from './archive.ts';
import { tarOf, zipOf } from './archives.testing.ts';
import { withContent } from './find.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const capture = (leaf: string): string => `Z 0\nS 7 cycles a b;${leaf}\n`;

describe('an archive', () => {
  const whole = ['one.txt', 'packed.txt.gz', 'two.txt'];
  it.each([
    ['logs.tar', 'logs/'],
    ['logs.tar.gz', 'logs/'],
    ['logs.tar.xz', 'logs/'],
    ['logs-sha256.tar.xz', 'logs/'],
    ['logs.tar.bz2', 'logs/'],
    ['logs.tar.zst', 'logs/'],
    ['logs.zip', ''],
    ['logs-bzip2.zip', ''],
    ['logs.7z', 'logs/'],
    ['logs-lzma2.7z', 'logs/'],
  ])(
    '%s is read file by file, each with its path, and every record can be found again',
    async (name, above) => {
      const path = fixture(join('archives', name));
      await imported({ paths: [path] }, async (workspace, report) => {
        expect(report.failures).toEqual([]);
        const found = report.captures.map(each => [each.path, each.status, each.rows.sample]);
        // zip and tar keep the order of the folder.
        expect(found.sort()).toEqual(
          whole.map((file, at) => [`${path}/${above}var/log/${file}`, 'complete', [10, 10, 500][at]]),
        );
        const captures = await workspace.captures();
        const [one, packed] = whole.map(file => captures.find(each => each.name === file));
        expect(Buffer.from((await readRaw(one!, 4, 1)).bytes).toString()).toBe(
          'S 0 cycles proc0 main;f0;own0',
        );
        expect(Buffer.from((await readRaw(packed!, 4, 1)).bytes).toString()).toBe(
          'S 0 cycles proc0 main;f0;one0',
        );
      });
    },
  );

  it('inside another archive is opened, and files in both are reported as duplicates', async () => {
    const path = fixture('archives/nested.tgz');
    await imported({ paths: [path] }, async (_, report) => {
      expect(report.captures.map(each => each.path)).toEqual(
        whole.map(file => `${path}/n/logs.tar.xz/logs/var/log/${file}`),
      );
      expect(report.duplicates.map(each => [each.path, each.capture]).sort()).toEqual(
        whole.map((file, at) => [`${path}/n/logs.zip/var/log/${file}`, at + 1]),
      );
    });
  });

  it('gives the same result with workers, and its files are recognised as duplicates of files on disk', async () => {
    const text = large('Z 0', 9000);
    const plain = scratch.file('plain.txt', text);
    const path = scratch.file('known.tar.gz', gzipSync(tarOf([{ name: 'a/same.txt', content: text }])));
    const grown = scratch.file(
      'grown.tar.gz',
      gzipSync(tarOf([{ name: 'a/same.txt', content: `${text}S 9 cycles a b\n` }])),
    );
    await imported({ paths: [plain, path, grown] }, async (workspace, report) => {
      expect(report.captures.map(each => each.path)).toEqual([plain, `${grown}/a/same.txt`]);
      expect(report.duplicates).toMatchObject([{ path: `${path}/a/same.txt`, hasGrown: false }]);
      expect((await workspace.captures())[0]?.sha256).toBe(createHash('sha256').update(text).digest('hex'));
    });
    const direct = scratch.file('direct.tar', tarOf([{ name: 'a/same.txt', content: text }]));
    await imported({ paths: [path, direct], again: true }, async (workspace, report) => {
      const [packed, plainly] = report.captures;
      expect([packed?.sha256, packed?.rows, packed?.tailSha256]).toEqual([
        plainly?.sha256,
        plainly?.rows,
        plainly?.tailSha256,
      ]);
      expect(await rowsOf(workspace, 'SELECT count(*) FROM sample GROUP BY capture')).toEqual([
        [9000],
        [9000],
      ]);
    });
  });

  it('imports one member if its path is given, with another format if one is forced', async () => {
    const path = fixture('archives/logs.tar.xz');
    const member = `${path}/logs/var/log/two.txt`;
    await imported({ paths: [member] }, async (workspace, report) => {
      expect(report.captures.map(each => each.path)).toEqual([member]);
      const again = await workspace.import(
        { paths: [member], replaces: 1, format: 'fake', workers: 0 },
        { formats: fakeFormats },
      );
      expect(again.captures.map(each => [each.path, each.confidence])).toEqual([[member, 'forced']]);
      const missing = await workspace.import({ paths: [`${path}/nothing`] }, { formats: fakeFormats });
      expect(missing.failures).toMatchObject([{ path: `${path}/nothing`, code: 'not-found' }]);
    });
  });

  it('in zip without a Unix time has the time of MS-DOS', async () => {
    const path = scratch.file('dos.zip', zipOf([{ name: 'a.txt', content: capture('a') }]));
    await imported({ paths: [path] }, async workspace => {
      const [only] = await workspace.captures();
      expect(only?.modified).toBe(BigInt(Date.UTC(2026, 0, 2)) * 1_000_000n);
    });
  });

  it.runIf(existsSync('/proc/self/fd'))('is closed when a file in it has been read', async () => {
    const path = fixture('archives/logs.tar.xz');
    expect(await withContent(`${path}/logs/var/log/one.txt`, async () => 'read')).toBe('read');
    const open = readdirSync('/proc/self/fd').filter(fd => {
      const link = `/proc/self/fd/${fd}`;
      return existsSync(link) && readlinkSync(link) === path;
    });
    expect(open).toEqual([]);
  });

  it('reports for each file why it was not read', async () => {
    const path = scratch.file(
      'some.zip',
      zipOf([
        { name: 'good.txt', content: capture('c') },
        { name: 'none.txt', content: 'hello\n' },
        { name: 'nothing.txt', content: '' },
      ]),
    );
    const unread = ['logs-secret.zip', 'logs-ppmd.7z', 'logs-secret.7z'].map(name =>
      fixture(join('archives', name)),
    );
    await imported({ paths: [path, ...unread] }, async (_, report) => {
      expect(report.captures).toHaveLength(1);
      expect(report.failures.map(({ path, code }) => [basename(path), code])).toEqual([
        ['none.txt', 'not-recognised'],
        ['nothing.txt', 'empty'],
        ...whole.map(file => [file, 'refused']),
        ...whole.map(file => [file, 'refused']),
        ['logs-secret.7z', 'damaged'],
      ]);
      const [zip, sevenZip, hidden] = [4, 7, 8].map(at => report.failures[at]?.message);
      expect(zip).toMatch(/two\.txt is encrypted: /);
      expect(sevenZip).toMatch(/uses a compression method that Aftertrace does not support \(PPMd\): /);
      expect(hidden).toMatch(/its directory is encrypted/);
    });
  });
});

describe('a hostile archive', () => {
  it('writes nothing to disk, and its paths stay below the archive', async () => {
    const before = readdirSync(scratch.folder);
    const path = join(scratch.folder, 'evil.tar');
    const names = [
      '../../up.txt',
      '/etc/cron.d/root.txt',
      'a/../../b.txt',
      'C:\\x\\y.txt',
      '..',
      'same.txt',
      'same.txt',
    ];
    writeFileSync(
      path,
      tarOf([
        ...names.map((name, at) => ({ name, content: capture(`leaf${at}`) })),
        { name: 'link.txt', type: '2' },
        { name: 'device', type: '3' },
      ]),
    );
    const bad = zipOf(names.map((name, at) => ({ name, content: capture(`zip${at}`) })));
    const zip = scratch.file('evil.zip', bad);
    await imported({ paths: [path, zip] }, async (_, report) => {
      const below = [
        'up.txt',
        'etc/cron.d/root.txt',
        'a/b.txt',
        'C:/x/y.txt',
        'without a name',
        'same.txt',
        'same (2).txt',
      ];
      expect(report.captures.map(each => each.path)).toEqual([
        ...below.map(name => `${path}/${name}`),
        ...below.map(name => `${zip}/${name}`),
      ]);
      expect(report.failures).toEqual([]);
    });
    expect(readdirSync(scratch.folder).sort()).toEqual([...before, 'evil.tar', 'evil.zip'].sort());
    expect(existsSync(join(scratch.folder, '..', 'up.txt'))).toBe(false);
    expect(harmless('a\u202egnp.exe\u0007')).toBe('a\ufffdgnp.exe\ufffd');
  });

  it('with wrong sizes or checksums is read as far as possible, and reported', async () => {
    const text = capture('c');
    const path = scratch.file(
      'wrong.zip',
      zipOf([
        { name: 'size.txt', content: text, size: 5 },
        { name: 'packed.txt', content: capture('p'), tooLarge: 1 },
        { name: 'crc.txt', content: capture('d'), crc: 1 },
        { name: 'link.txt', content: capture('e'), mode: 0o120777 },
      ]),
    );
    await imported({ paths: [path] }, async (workspace, report) => {
      expect(report.captures.map(each => [each.status, each.rows.sample, each.reason])).toEqual([
        ['complete', 1, null],
        ['complete', 1, null],
        ['partial', 1, expect.stringMatching(/^The checksum does not match: /)],
      ]);
      expect((await workspace.problems()).map(({ code, message }) => [code, message])).toEqual([
        [
          'packed-data-odd',
          expect.stringMatching(/^The archive states a size of 5 bytes for this file, but/),
        ],
        ['packed-data-odd', expect.stringMatching(/^The archive states a wrong compressed size/)],
        ['packed-data-cut', expect.stringMatching(/^The checksum does not match: /)],
      ]);
    });
  });

  it('padded with zeros is read', async () => {
    const zip = scratch.file(
      'padded.zip',
      Buffer.concat([zipOf([{ name: 'a', content: capture('z') }]), Buffer.alloc(1 << 20)]),
    );
    const tar = scratch.file(
      'padded.tar.gz',
      Buffer.concat([gzipSync(tarOf([{ name: 'b', content: capture('t') }])), Buffer.alloc(512)]),
    );
    await imported({ paths: [zip, tar] }, async (_, report) => {
      expect(report.failures).toEqual([]);
      expect(report.captures.map(({ name, status }) => [name, status])).toEqual([
        ['a', 'complete'],
        ['b', 'complete'],
      ]);
    });
  });

  it('whose size is no number is damaged there, and yields the files before', async () => {
    const tar = scratch.file(
      'no-size.tar',
      tarOf([
        { name: 'one.txt', content: capture('one') },
        { name: 'header', type: 'x', content: '11 size=zz\n' },
        { name: 'two.txt', content: capture('two') },
      ]),
    );
    await imported({ paths: [tar] }, async (_, { captures, failures }) => {
      expect(captures.map(({ name }) => name)).toEqual(['one.txt']);
      expect(failures.map(({ message }) => message)).toEqual([
        expect.stringContaining('(a size that is no number): the files before it were read.'),
      ]);
    });
  });

  it('that ends early, at any byte, yields the files before, and the end is reported', async () => {
    const tar = tarOf([
      { name: 'one.txt', content: capture('one') },
      { name: 'two.txt', content: large('Z 0', 500) },
    ]);
    const path = scratch.file('cut.tar', tar.subarray(0, 5000));
    const packed = gzipSync(tar);
    const packedPath = scratch.file('cut.tar.gz', packed.subarray(0, packed.length - 2000));
    const zip = scratch.file('cut.zip', zipOf([{ name: 'a', content: capture('a') }]).subarray(0, 60));
    const wide = scratch.file(
      'wide.tar',
      tarOf([{ name: 'wide.txt', content: capture('f'), size: 8 ** 10 }]),
    );
    await imported({ paths: [path, packedPath, zip, wide], again: true }, async (_, report) => {
      expect(report.captures.map(each => [each.name, each.status])).toEqual([
        ['one.txt', 'complete'],
        ['two.txt', 'partial'],
        ['cut.tar.gz/one.txt', 'complete'],
        ['cut.tar.gz/two.txt', 'partial'],
        ['wide.txt', 'partial'],
      ]);
      expect(report.failures.map(({ path, code }) => [basename(path), code])).toEqual([
        ['cut.zip', 'damaged'],
      ]);
    });
  });

  it('is decompressed up to a limit only', async () => {
    const allowance = new Allowance(10);
    const bomb = async function* () {
      for (;;) yield new Uint8Array(1 << 28);
    };
    await expect(async () => {
      for await (const chunk of allowance.counted(bomb())) void chunk;
    }).rejects.toThrow(ArchiveLimitError);
    let nested: Buffer = zipOf([{ name: 'a.txt', content: capture('deep') }]);
    for (let depth = 0; depth < 6; depth++) nested = tarOf([{ name: `d${depth}.tar`, content: nested }]);
    const path = scratch.file('deep.tar', nested);
    await imported({ paths: [path] }, async (_, report) => {
      expect(report.captures).toEqual([]);
      expect(report.failures).toMatchObject([
        { code: 'refused', message: expect.stringContaining('is an archive nested in 4 others') },
      ]);
    });
  });

  it('that is damaged at any byte does not fail as a whole, and is read in bounded time', async () => {
    const names = [
      'logs.tar',
      'logs.tar.xz',
      'logs.tar.bz2',
      'logs.zip',
      'logs-bzip2.zip',
      'logs.7z',
      'logs-lzma2.7z',
    ];
    const paths = names.flatMap(name => {
      const bytes = readFileSync(fixture(join('archives', name)));
      return Array.from({ length: 12 }, (_, at) => {
        const damaged = Buffer.from(bytes);
        const place = Math.floor((damaged.length * at) / 12) + 3;
        damaged[place] = (damaged[place] as number) ^ 0x55;
        return scratch.file(`damaged-${at}-${name}`, damaged);
      });
    });
    await imported({ paths }, async (_, report) => {
      for (const { code, message } of report.failures) expect(code, message).not.toBe('internal');
      // On damaged text the test format itself may throw.
      for (const { status, reason } of report.captures)
        if (status === 'failed') expect(reason).toMatch(/BigInt|undefined is not/);
    });
  });
});

describe('compressed data', () => {
  const tar = readFileSync(fixture('archives/logs.tar'));
  it.each([
    ['xz', unxzipped, 'logs.tar.xz'],
    ['bzip2', bunzipped2, 'logs.tar.bz2'],
  ] as const)(
    'of %s is decompressed fully whatever the chunk size; truncated data throws DamagedInputError',
    (_, decode, name) => {
      const packed = readFileSync(fixture(join('archives', name)));
      const pieces = function* (bytes: Uint8Array, size: number) {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      };
      const all = (bytes: Uint8Array, size = 1 << 16) =>
        Buffer.concat([...decode(pieces(bytes, size))].map(chunk => chunk.slice()));
      expect(all(packed, 1).equals(tar)).toBe(true);
      expect(all(Buffer.concat([packed, packed])).equals(Buffer.concat([tar, tar]))).toBe(true);
      for (let length = 0; length < packed.length - 1; length += 97)
        if (length > 0) expect(() => all(packed.subarray(0, length))).toThrow(DamagedInputError);
    },
  );
});
