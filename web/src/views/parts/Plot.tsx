import type { ReactNode } from 'react';

interface PlotProps {
  /** What it shows, above it and for those who cannot see it. */
  label: string;
  width: number;
  height: number;
  children: ReactNode;
  /** A sentence under it. */
  below?: ReactNode;
}

/** A drawing with its title. Numbers go from left to right in every language. */
export function Plot({ label, width, height, children, below }: PlotProps) {
  return (
    <figure className="plot">
      <figcaption>{label}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
        direction="ltr"
        preserveAspectRatio="xMinYMin meet"
      >
        {children}
      </svg>
      {below}
    </figure>
  );
}

interface TicksProps {
  ticks: readonly number[];
  from: number;
  to: number;
  up: (tick: number) => number;
  say: (tick: number) => string;
}

/** A line across for each tick, and its figure before it. */
export function Ticks({ ticks, from, to, up, say }: TicksProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line x1={from} x2={to} y1={up(tick)} y2={up(tick)} />
      <text x={from - 7} y={up(tick)} dy="4" textAnchor="end">
        {say(tick)}
      </text>
    </g>
  ));
}
