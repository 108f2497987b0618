import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Fates } from '../../model/fates';
import { isTrimmed, trims } from '../../model/trims';
import { viewport } from '../../model/viewport';
import { findAdvisor, monogramIn, workspace } from '../../model/workspace';
import { usePreferences, useWorkspace } from '../parts/store';
import { type Columns, isOn, type Layout, layOut, middleOf, type Sight, setColumns, squeeze } from './geometry';
import { type Picked, paint } from './paint';
import { paintStrip } from './paintStrip';
import { type Palette, readPalette } from './palette';

interface Options {
  thin: boolean;
  picked: Picked | null;
  /** The turn the keyboard is on; the lens follows it. */
  cursor: number | null;
}

interface Drawn {
  canvas: RefObject<HTMLCanvasElement | null>;
  host: RefObject<HTMLDivElement | null>;
  layout: RefObject<Layout | null> & { yOf: (index: number) => number };
  columns: RefObject<Columns | null>;
}

const HEAD = 22;

/** A canvas that is drawn again whenever what it shows has changed, and at no other time. */
export function useRibbonCanvas(fates: Fates, { thin, picked, cursor }: Options): Drawn {
  const canvas = useRef<HTMLCanvasElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const layout = useRef<Layout | null>(null);
  const columns = useRef<Columns | null>(null);
  const size = useSize(host);
  const seen = useStore(viewport);
  const trimmed = useStore(trims);
  const voices = useVoices(fates);
  const palette = usePalette(host, voices.colours);
  const sight = useMemo(() => findSight(fates, seen.firstPosition, seen.lastPosition), [fates, seen]);

  useLayoutEffect(() => {
    if (palette === null || size.width === 0) return;
    const count = fates.visible.length;
    if (thin) {
      const pane = squeeze(count, 4, size.height - 8, 16.5);
      layout.current = { map: null, lens: pane };
      return drawSoon(canvas, size, (ink) => paintStrip(ink, { fates, pane, palette, width: size.width, sight }));
    }
    const follow = cursor === null ? sight : { first: cursor, last: cursor };
    const laid = layOut(count, HEAD, size.height - 4, follow);
    const set = setColumns(fates.advisorIds.length, size.width);
    layout.current = laid;
    columns.current = set;
    return drawSoon(canvas, size, (ink) =>
      paint(ink, {
        fates,
        names: voices.names,
        layout: laid,
        columns: set,
        palette,
        sight,
        picked,
        isTrimmed: (turnId, advisorId) => isTrimmed(trimmed, turnId, advisorId),
        width: size.width,
      }),
    );
  }, [fates, size, sight, palette, picked, cursor, thin, trimmed, voices]);

  const yOf = (index: number) => {
    const drawn = layout.current;
    if (drawn === null) return 0;
    return middleOf(drawn.map !== null && !isOn(drawn.lens, index) ? drawn.map : drawn.lens, index);
  };
  return { canvas, host, layout: Object.assign(layout, { yOf }), columns };
}

/**
 * Draw before the next picture, once. Letters on a canvas make the browser style the whole page first: in the middle of a
 * scroll, with rows half put in, that would be done twice.
 */
function drawSoon(
  canvas: RefObject<HTMLCanvasElement | null>,
  size: Size,
  draw: (ink: CanvasRenderingContext2D) => void,
): () => void {
  const frame = requestAnimationFrame(() => {
    const ink = prepare(canvas.current, size);
    if (ink) draw(ink);
  });
  return () => cancelAnimationFrame(frame);
}

function prepare(canvas: HTMLCanvasElement | null, { width, height }: Size): CanvasRenderingContext2D | null {
  const ink = canvas?.getContext('2d') ?? null;
  if (canvas === null || ink === null || width === 0) return null;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  ink.setTransform(ratio, 0, 0, ratio, 0, 0);
  return ink;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function useSize(host: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    if (host.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width, height });
    });
    observer.observe(host.current);
    return () => observer.disconnect();
  }, [host]);
  return size;
}

function useVoices(fates: Fates): { names: string[]; colours: string[] } {
  const advisors = useWorkspace((state) => state.advisors);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read from the workspace changes with its advisors
  return useMemo(() => {
    const now = workspace.getState();
    const found = fates.advisorIds.map((id) => findAdvisor(now, id));
    return {
      names: found.map((each) => (each ? monogramIn(now, each.name) : '')),
      colours: found.map((each) => each?.colour ?? ''),
    };
  }, [fates.advisorIds, advisors]);
}

const DARK = window.matchMedia('(prefers-color-scheme: dark)');
const CONTRAST = window.matchMedia('(prefers-contrast: more)');

/** The colours, read again when the theme changes. */
function usePalette(host: RefObject<HTMLElement | null>, colours: readonly string[]): Palette | null {
  const theme = usePreferences((state) => state.theme);
  const [palette, setPalette] = useState<Palette | null>(null);
  const key = colours.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes what is read, and the key stands for the colours
  useEffect(() => {
    const read = () => {
      if (host.current) setPalette(readPalette(host.current, colours));
    };
    // The document takes the theme in an effect of its own, which may come after this one.
    const frame = requestAnimationFrame(read);
    DARK.addEventListener('change', read);
    CONTRAST.addEventListener('change', read);
    return () => {
      cancelAnimationFrame(frame);
      DARK.removeEventListener('change', read);
      CONTRAST.removeEventListener('change', read);
    };
  }, [theme, key]);
  return palette;
}

/** The visible turns between two positions, by their places. */
function findSight(fates: Fates, first: number | null, last: number | null): Sight | null {
  if (first === null || last === null || fates.visible.length === 0) return null;
  const place = (position: number) => {
    let low = 0;
    let high = fates.visible.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((fates.rows[fates.visible[middle] as number]?.position ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const from = Math.min(place(first), fates.visible.length - 1);
  return { first: from, last: Math.max(from, place(last + 1) - 1) };
}
