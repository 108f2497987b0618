import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

interface Props {
  /** Which way the edge lies: a horizontal one is moved up and down. */
  lies: 'horizontal' | 'vertical';
  label: string;
  /** The size of what it bounds, in pixels; 0 while nobody has chosen one. */
  value: number;
  least: number;
  most: number;
  /** The size it has by itself, asked when somebody begins to move it. */
  measure: () => number;
  onChange: (value: number) => void;
}

const STEP = 16;

/** An edge that can be dragged, or moved with the arrow keys; Home and End go as far as it goes. */
export function Edge({ lies, label, value, least, most, measure, onChange }: Props) {
  const grip = useRef<{ at: number; size: number } | null>(null);
  const [measured, setMeasured] = useState(least);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured when the edge appears and when it is let go.
  useEffect(() => setMeasured(Math.round(measure())), [value]);
  const isFlat = lies === 'horizontal';
  const put = (size: number) => onChange(Math.round(Math.min(most, Math.max(least, size))));
  const place = (event: PointerEvent) => (isFlat ? event.clientY : event.clientX * forward(event.currentTarget));
  const press = (event: KeyboardEvent) => {
    const [grow, shrink] = growKeys(isFlat, event.currentTarget);
    const size = value || measure();
    if (event.key === grow) put(size + STEP);
    else if (event.key === shrink) put(size - STEP);
    else if (event.key === 'Home') put(least);
    else if (event.key === 'End') put(most);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved has no element of its own.
    <div
      role="separator"
      tabIndex={0}
      className={`edge ${lies}`}
      aria-orientation={lies}
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value || Math.min(most, Math.max(least, measured))}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { at: place(event), size: value || measure() };
      }}
      onPointerMove={(event) => {
        if (grip.current) put(grip.current.size + grip.current.at - place(event));
      }}
      onPointerUp={() => {
        grip.current = null;
      }}
      onDoubleClick={() => onChange(0)}
    />
  );
}

/** What is bounded lies below a horizontal edge and behind a vertical one, in the direction of reading. */
function growKeys(isFlat: boolean, element: Element): [grow: string, shrink: string] {
  if (isFlat) return ['ArrowUp', 'ArrowDown'];
  return forward(element) === 1 ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
}

function forward(element: Element): 1 | -1 {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1;
}
