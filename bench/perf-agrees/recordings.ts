/** Records what this kernel and machine allow: programs in several languages, by several events and in several forms of perf.data. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const c = `#include <math.h>
__attribute__((noinline)) double leaf(double x){ for(int i=0;i<2000;i++) x=sqrt(x+i); return x; }
__attribute__((noinline)) double mid(double x){ return leaf(x)+1; }
int main(){ double s=0; for(int i=0;i<60000;i++) s+=mid(i); return s<0; }
`;
const java = `public class Busy { static long f(int n){ return n<2?n:f(n-1)+f(n-2); } public static void main(String[] a){ System.out.println(f(40)); } }`;
const go = `package main
func f(n int) int { if n < 2 { return n }; return f(n-1) + f(n-2) }
func main() { println(f(38)) }
`;

const python = ['python3', '-c', "import re;[re.findall(r'(a|b)+c','abab'*2000) for _ in range(20)]"];
const node = ['node', '-e', 'let s=0;for(let i=0;i<3e8;i++)s+=Math.sqrt(i);console.log(s)'];
const files = ['sh', '-c', 'for i in 1 2 3 4 5; do find /usr/lib -maxdepth 2 > /dev/null; done'];
const switches = ['-e', 'sched:sched_switch', '-e', 'raw_syscalls:sys_enter'];

/** Files of the recordings that could be made, and the reasons of the others. */
export function record(folder: string): {
  readonly made: readonly string[];
  readonly not: readonly string[];
} {
  const made: string[] = [];
  const not: string[] = [];
  const run = (command: string, args: readonly string[]) =>
    spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const compiled = (name: string, command: string, args: readonly string[]): readonly string[] => {
    const { status } = run(command, args);
    return status === 0 ? [join(folder, name)] : [];
  };
  writeFileSync(join(folder, 'busy.c'), c);
  writeFileSync(join(folder, 'Busy.java'), java);
  writeFileSync(join(folder, 'busy.go'), go);
  const withPointers = compiled('fp', 'gcc', [
    '-O1',
    '-g',
    '-fno-omit-frame-pointer',
    '-o',
    'fp',
    'busy.c',
    '-lm',
  ]);
  const without = compiled('nofp', 'gcc', ['-O2', '-fomit-frame-pointer', '-o', 'nofp', 'busy.c', '-lm']);
  const stripped = compiled('stripped', 'gcc', ['-O2', '-s', '-o', 'stripped', 'busy.c', '-lm']);
  const ofGo = compiled('gobusy', 'go', ['build', '-o', 'gobusy', 'busy.go']);
  const ofJava = run('javac', ['Busy.java']).status === 0 ? ['java', '-cp', folder, 'Busy'] : [];
  const clock = ['-e', 'cpu-clock', '-F', '499'];
  const recordings: readonly (readonly [
    name: string,
    options: readonly string[],
    command: readonly string[],
  ])[] = [
    ['c-flat', clock, withPointers],
    ['c-frame-pointers', [...clock, '-g'], withPointers],
    ['c-no-frame-pointers', [...clock, '-g'], without],
    ['c-dwarf', [...clock, '--call-graph', 'dwarf,4096'], without],
    ['c-stripped', [...clock, '-g'], stripped],
    ['c-task-clock', ['-e', 'task-clock', '-F', '499', '-g'], withPointers],
    ['c-period', ['-e', 'cpu-clock', '-c', '2000000', '-g'], withPointers],
    ['c-user-only', ['-e', 'cpu-clock:u', '-F', '499', '-g'], withPointers],
    ['c-per-thread', [...clock, '--per-thread', '-g'], withPointers],
    ['c-no-build-ids', [...clock, '-B', '-N', '-g'], withPointers],
    ['c-compressed', [...clock, '-z', '-g'], withPointers],
    ['c-two-events', ['-e', 'cpu-clock', '-e', 'page-faults', '-F', '499', '-g'], withPointers],
    ['c-group', ['-e', '{cpu-clock,task-clock}', '-F', '499', '-g'], withPointers],
    ['python-frame-pointers', [...clock, '-g'], python],
    ['python-dwarf', [...clock, '--call-graph', 'dwarf,8192'], python],
    ['python-faults', ['-e', 'page-faults', '-c', '10', '-g'], python],
    ['node', [...clock, '-g'], node],
    ['node-perf-map', [...clock, '-g'], [node[0]!, '--perf-basic-prof', ...node.slice(1)]],
    ['java', [...clock, '-g'], ofJava],
    ['go', [...clock, '-g'], ofGo],
    ['files', [...clock, '-g', '-a'], files],
    ['files-switches', [...switches, '-g', '-a'], files],
    ['files-context-switches', ['-e', 'context-switches', '-c', '1', '-g', '-a'], files],
    ['files-inherit-none', [...clock, '-i', '-g'], files],
  ];
  for (const [name, options, command] of recordings) {
    const file = join(folder, `${name}.data`);
    if (command.length === 0) {
      not.push(`${name}: its program cannot be built here`);
      continue;
    }
    const { status, stderr } = run('perf', ['record', '-q', ...options, '-o', file, '--', ...command]);
    if (existsSync(file) && status === 0) made.push(file);
    else not.push(`${name}: ${stderr.trim().split('\n')[0] ?? `status ${status}`}`);
  }
  // A pipe has no index of its sections, and its build ids come as records.
  const piped = join(folder, 'c-pipe.data');
  if (withPointers.length > 0) {
    run('sh', ['-c', `perf record -q -e cpu-clock -F 499 -g -o - -- ${withPointers[0]} > ${piped}`]);
    if (existsSync(piped)) made.push(piped);
  }
  return { made, not };
}
