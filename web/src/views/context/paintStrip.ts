/** The ribbon in one line: filled is in for all, half is in for some, hollow is in for nobody. */
import { type Fates, HIDDEN, isInsideCode } from '../../model/fates';
import { middleOf, type Pane, type Sight } from './geometry';
import type { Palette } from './palette';

export function paintStrip(
  ink: CanvasRenderingContext2D,
  {
    fates,
    pane,
    palette,
    width,
    sight,
  }: { fates: Fates; pane: Pane; palette: Palette; width: number; sight: Sight | null },
): void {
  const { role } = palette;
  const x = width / 2;
  const size = Math.min(7.8, pane.pitch - 2);
  ink.fillStyle = role.rule;
  ink.fillRect(x - 0.5, pane.top, 1, pane.height);
  for (let from = pane.first; from < pane.first + pane.count; from += pane.perLine) {
    const share = shareInside(fates, from, Math.min(from + pane.perLine, pane.first + pane.count));
    const y = middleOf(pane, from);
    if (size < 4) {
      ink.fillStyle = share === 1 ? role['ink-3'] : share > 0 ? role.control : role.rule;
      ink.fillRect(x - 4, y - pane.pitch / 2, 8, Math.max(1.5, pane.pitch - 0.5));
    } else paintNote(ink, role, x, y, size, share);
  }
  const first = fates.firstForAll === null ? -1 : fates.visible.indexOf(fates.indexOf(fates.firstForAll));
  if (!fates.whole && first > 0) {
    ink.fillStyle = role.accent;
    ink.fillRect(0, middleOf(pane, first) - pane.pitch / 2 - 1, width, 2);
  }
  if (sight) {
    const top = middleOf(pane, sight.first) - pane.pitch / 2;
    ink.fillStyle = role.control;
    ink.fillRect(width - 2, top, 1.5, middleOf(pane, sight.last) + pane.pitch / 2 - top);
  }
}

function paintNote(
  ink: CanvasRenderingContext2D,
  role: Palette['role'],
  x: number,
  y: number,
  size: number,
  share: number,
): void {
  const half = size / 2;
  ink.fillStyle = share === 1 ? role['ink-3'] : role.paper;
  ink.fillRect(x - half, y - half, size, size);
  if (share === 1) return;
  ink.strokeStyle = share > 0 ? role['ink-3'] : role['rule-strong'];
  ink.lineWidth = 1.25;
  ink.strokeRect(x - half, y - half, size, size);
  if (share === 0) return;
  ink.fillStyle = role['ink-3'];
  ink.beginPath();
  ink.moveTo(x + half, y - half);
  ink.lineTo(x + half, y + half);
  ink.lineTo(x - half, y + half);
  ink.fill();
}

/** 1 when every advisor is sent most of these turns, 0 when nobody is, between otherwise. */
function shareInside({ codes, visible }: Fates, from: number, to: number): number {
  let inside = 0;
  for (const column of codes) {
    let balance = 0;
    for (let at = from; at < to; at++) balance += isInsideCode(column[visible[at] as number] ?? HIDDEN) ? 1 : -1;
    if (balance >= 0) inside++;
  }
  return codes.length === 0 ? 1 : inside / codes.length;
}
