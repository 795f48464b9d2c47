/**
 * Places where a fault can be planted in a source file: small changes that a person might make by mistake, and
 * that still parse.
 */
import { parseSync } from 'vite';

export interface Site {
  /** The kind of fault, such as `bound moved`. */
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  /** The text in place of `start` … `end`. */
  readonly text: string;
  /** Index of the statement that must be executed for this place to be executed. */
  readonly statement: number;
}

/** A statement, or the expression that is the body of an arrow function. */
export interface Statement {
  readonly start: number;
  readonly end: number;
  /** How a call can be inserted that runs before it: as a statement, in a new block, or in a sequence. */
  readonly in: 'block' | 'bare' | 'arrow';
}

export interface Sites {
  readonly statements: readonly Statement[];
  readonly sites: readonly Site[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Properties of nodes are read by name, because each type has its own. */
type Fields = Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Fields).type === 'string';

const fieldOf = (node: Node, name: string): unknown => (node as unknown as Fields)[name];

const nodeOf = (node: Node, name: string): Node | null => {
  const value = fieldOf(node, name);
  return isNode(value) ? value : null;
};

const nodesOf = (node: Node, name: string): readonly Node[] => {
  const value = fieldOf(node, name);
  return Array.isArray(value) ? value.filter(isNode) : [];
};

/** Expressions whose types are erased; all other nodes of TypeScript are types or declarations. */
const typed = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

const skipped = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'JSXText', 'JSXIdentifier']);

/** Methods whose numbers are offsets. */
const byOffset = new Set([
  'at',
  'charCodeAt',
  'codePointAt',
  'copyWithin',
  'fill',
  'getBigUint64',
  'getFloat64',
  'getInt32',
  'getUint16',
  'getUint32',
  'getUint8',
  'indexOf',
  'lastIndexOf',
  'padStart',
  'slice',
  'splice',
  'subarray',
  'substring',
]);

const bounds: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const turned: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '===': '!==',
  '!==': '===',
};
const opposite: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*' };

/** Changes of SQL, by token. */
const ofSql: Readonly<Record<string, readonly [operator: string, text: string]>> = {
  '<': ['bound moved', '<='],
  '<=': ['bound moved', '<'],
  '>': ['bound moved', '>='],
  '>=': ['bound moved', '>'],
  '+': ['sign', '-'],
  '-': ['sign', '+'],
  AND: ['condition', 'OR'],
  OR: ['condition', 'AND'],
  min: ['comparison turned', 'max'],
  max: ['comparison turned', 'min'],
  DESC: ['comparison turned', 'ASC'],
  sum: ['count lost', 'max'],
};
const sqlWords = /\b(?:SELECT|WHERE|FROM|GROUP BY|ORDER BY)\b/;
const sqlTokens = /(?<= )(?:<=?|>=?|[-+]|AND|OR|DESC)(?= )|\b(?:min|max|sum)(?=\()/g;

/** Statements and places of the file `path` with the content `source`. */
export function sitesOf(path: string, source: string): Sites {
  const { program, errors } = parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const finder = new Finder(source);
  finder.visit(program as unknown as Node, -1);
  return finder;
}

/** True if the source parses. */
export const parses = (path: string, source: string): boolean =>
  parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).errors.length === 0;

class Finder implements Sites {
  readonly statements: Statement[] = [];
  readonly sites: Site[] = [];

  constructor(private readonly source: string) {}

  visit(node: Node, outer: number): void {
    if (skipped.has(node.type)) {
      return;
    }
    if (node.type.startsWith('TS') && !typed.has(node.type)) return;
    this.place(node, outer);
    for (const [name, value] of Object.entries(node)) {
      if (name === 'type' || name === 'typeAnnotation' || name === 'typeArguments') continue;
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) this.visit(child, this.within(node, name, child, outer));
      }
    }
  }

  /** The statement that `child` is, or is part of. */
  private within(parent: Node, name: string, child: Node, outer: number): number {
    const isBody =
      parent.type === 'BlockStatement' || (parent.type === 'SwitchCase' && name === 'consequent');
    if (isBody) return isDeclaration(child) || isSuper(child) ? outer : this.statement(child, 'block');
    if (parent.type === 'ArrowFunctionExpression' && name === 'body' && child.type !== 'BlockStatement')
      return this.statement(child, 'arrow');
    const isBranch =
      (parent.type === 'IfStatement' && (name === 'consequent' || name === 'alternate')) ||
      (/^(?:For|While|DoWhile)/.test(parent.type) && name === 'body');
    if (isBranch && child.type !== 'BlockStatement' && child.type !== 'IfStatement')
      return this.statement(child, 'bare');
    return outer;
  }

  private statement({ start, end }: Node, how: Statement['in']): number {
    return this.statements.push({ start, end, in: how }) - 1;
  }

  private text({ start, end }: Node): string {
    return this.source.slice(start, end);
  }

  private add(
    operator: string,
    { start, end }: Pick<Node, 'start' | 'end'>,
    text: string,
    statement: number,
  ) {
    this.sites.push({ operator, start, end, text, statement });
  }

  /** Adds the places of one node. */
  private place(node: Node, statement: number): void {
    this.placers[node.type]?.(node, statement);
  }

  private readonly placers: Readonly<Record<string, (node: Node, statement: number) => void>> = {
    ExpressionStatement: (node, statement) => this.lost(node, statement),
    IfStatement: (node, statement) => {
      this.negated(nodeOf(node, 'test'), statement);
      this.returnLost(node, statement);
    },
    ConditionalExpression: (node, statement) => this.negated(nodeOf(node, 'test'), statement),
    BinaryExpression: (node, statement) => this.binary(node, statement),
    LogicalExpression: (node, statement) => this.logical(node, statement),
    UnaryExpression: (node, statement) => this.unary(node, statement),
    AwaitExpression: (node, statement) =>
      this.add('await lost', node, this.text(nodeOf(node, 'argument')!), statement),
    CallExpression: (node, statement) => this.call(node, statement),
    MemberExpression: (node, statement) => this.member(node, statement),
    Literal: (node, statement) => this.literal(node, statement),
    TemplateElement: (node, statement) => this.sql(node, statement),
  };

  private lost(node: Node, statement: number): void {
    const expression = nodeOf(node, 'expression')!;
    const inner = expression.type === 'AwaitExpression' ? nodeOf(expression, 'argument')! : expression;
    const operator = {
      AssignmentExpression: fieldOf(inner, 'operator') === '=' ? 'state not set' : 'count lost',
      UpdateExpression: 'count lost',
      CallExpression: 'call lost',
    }[inner.type];
    if (operator && !isSuper(node)) this.add(operator, node, ';', statement);
  }

  private returnLost(node: Node, statement: number): void {
    const consequent = nodeOf(node, 'consequent')!;
    const body = consequent.type === 'BlockStatement' ? nodesOf(consequent, 'body') : [consequent];
    const last = body.at(-1)?.type ?? '';
    const leaves = ['ReturnStatement', 'ContinueStatement', 'BreakStatement', 'ThrowStatement'];
    if (body.length === 1 && leaves.includes(last) && nodeOf(node, 'alternate') === null)
      this.add('early return lost', node, ';', statement);
  }

  private negated(test: Node | null, statement: number): void {
    if (test) this.add('condition', test, `!(${this.text(test)})`, statement);
  }

  private binary(node: Node, statement: number): void {
    const [left, right] = [nodeOf(node, 'left')!, nodeOf(node, 'right')!];
    const operator = String(fieldOf(node, 'operator'));
    const replace = (what: string, by: string) =>
      this.add(what, node, `${this.text(left)} ${by} ${this.text(right)}`, statement);
    if (bounds[operator]) replace('bound moved', bounds[operator]);
    if (turned[operator]) replace('comparison turned', turned[operator]);
    if (operator === '%') this.add('remainder lost', node, this.text(left), statement);
    if (opposite[operator] && !isText(left) && !isText(right)) {
      replace(operator === '+' || operator === '-' ? 'sign' : 'unit', opposite[operator]);
      if (fieldOf(right, 'value') === 1) this.add('off by one', node, this.text(left), statement);
    }
  }

  private logical(node: Node, statement: number): void {
    const [left, right] = [nodeOf(node, 'left')!, nodeOf(node, 'right')!];
    const operator = fieldOf(node, 'operator');
    if (operator === '??') return;
    const by = operator === '&&' ? '||' : '&&';
    this.add('condition', node, `(${this.text(left)} ${by} ${this.text(right)})`, statement);
  }

  private unary(node: Node, statement: number): void {
    const operator = fieldOf(node, 'operator');
    const argument = this.text(nodeOf(node, 'argument')!);
    if (operator === '!') this.add('condition', node, argument, statement);
    if (operator === '-') this.add('sign', node, argument, statement);
  }

  private call(node: Node, statement: number): void {
    const callee = nodeOf(node, 'callee')!;
    const method = callee.type === 'MemberExpression' ? this.text(nodeOf(callee, 'property')!) : '';
    const args = nodesOf(node, 'arguments');
    const [first, second] = args;
    const swappable = (arg: Node | undefined) =>
      arg?.type === 'Identifier' || arg?.type === 'MemberExpression';
    const isOrdered = !['max', 'min', 'imul'].includes(method);
    const differ = first && second && this.text(first) !== this.text(second);
    if (isOrdered && differ && swappable(first) && swappable(second)) {
      const text = `${this.text(second)}, ${this.text(first)}`;
      this.add('arguments swapped', { start: first.start, end: second.end }, text, statement);
    }
    if (!byOffset.has(method)) return;
    for (const arg of args) {
      if (isText(arg) || arg.type === 'SpreadElement' || arg.type === 'ArrowFunctionExpression') continue;
      this.add('off by one', arg, `${this.text(arg)} + 1`, statement);
    }
  }

  private member(node: Node, statement: number): void {
    const property = nodeOf(node, 'property')!;
    if (fieldOf(node, 'computed') !== true) return;
    const value = fieldOf(property, 'value');
    const isIndex = /^(?:i|j|n|at|index|row|column|cell|cpu|position|offset|from|to|start|end|slot|\d+)$/;
    if (typeof value === 'number') this.add('off by one', property, String(value + 1), statement);
    else if (isIndex.test(this.text(property)))
      this.add('off by one', property, `${this.text(property)} + 1`, statement);
  }

  private literal(node: Node, statement: number): void {
    const [value, raw] = [fieldOf(node, 'value'), this.text(node)];
    if (typeof value === 'bigint' && value >= 60n) this.add('unit', node, `(${raw} * 1000n)`, statement);
    if (typeof value === 'number' && value >= 60) this.add('unit', node, `(${raw} * 1000)`, statement);
  }

  private sql(node: Node, statement: number): void {
    const text = this.text(node);
    if (!sqlWords.test(this.source) || !/[A-Z]{2}|\(/.test(text)) return;
    for (const { 0: token, index } of text.matchAll(sqlTokens)) {
      const [operator, by] = ofSql[token]!;
      const start = node.start + index;
      this.add(operator, { start, end: start + token.length }, by, statement);
    }
  }
}

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof fieldOf(node, 'value') === 'string');

const isDeclaration = ({ type }: Node): boolean =>
  /^(?:Function|Class|Import|Export|TS)/.test(type) && type.endsWith('Declaration');

/** A call before `super(…)` would be an error in some classes. */
const isSuper = (node: Node): boolean => {
  const expression = node.type === 'ExpressionStatement' ? nodeOf(node, 'expression') : null;
  const callee = expression?.type === 'CallExpression' ? nodeOf(expression, 'callee') : null;
  return callee?.type === 'Super';
};
