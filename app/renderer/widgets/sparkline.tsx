import './sparkline.css';

interface SparklineProps {
  /** ▁ … █, one per moment; any other character: unknown. */
  readonly text: string;
  /** The signal it is compared with, drawn as a line over it. */
  readonly symptom?: string | undefined;
  /** A moment to mark, 0 … 1. */
  readonly mark?: number | undefined;
}

const lowest = '▁'.charCodeAt(0);
const levels = 8;

/** A signal over time, small enough for a cell. */
export function Sparkline({ text, symptom, mark }: SparklineProps) {
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${Math.max(1, text.length)} ${levels}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="spark-area" d={areaOf(text)} />
      {symptom && <path className="spark-over" d={lineOf(symptom)} />}
      {mark !== undefined && <path className="spark-mark" d={`M${mark * text.length} 0V${levels}`} />}
    </svg>
  );
}

/** 1 … 8; NaN if unknown. */
const levelOf = (character: string): number => {
  const level = character.charCodeAt(0) - lowest + 1;
  return level >= 1 && level <= levels ? level : Number.NaN;
};

function areaOf(text: string): string {
  let path = '';
  [...text].forEach((character, x) => {
    const level = levelOf(character);
    if (!Number.isNaN(level)) path += `M${x} ${levels}V${levels - level + 0.4}h1V${levels}z`;
  });
  return path;
}

function lineOf(text: string): string {
  let path = '';
  let isDown = false;
  [...text].forEach((character, x) => {
    const y = levels - levelOf(character) + 0.4;
    if (!Number.isNaN(y)) path += isDown ? `V${y}h1` : `M${x} ${y}h1`;
    isDown = !Number.isNaN(y);
  });
  return path;
}
