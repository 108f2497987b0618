import { useTranslation } from 'react-i18next';
import { type Fates, isInside } from '../../model/fates';
import { isTrimmed, trims } from '../../model/trims';
import { findAdvisor, workspace } from '../../model/workspace';
import type { Picked } from './paint';

/** What the ribbon says about a place on it. */
export function useCellWords(fates: Fates) {
  const { t } = useTranslation('context');
  const rowAt = (index: number) => fates.rows[fates.visible[index] ?? -1];
  const nameOf = (column: number) => {
    const id = fates.advisorIds[column];
    return (id && findAdvisor(workspace.getState(), id)?.name) || (id ?? t('ribbon.everybody'));
  };
  const cell = (index: number, column: number): string => {
    const row = rowAt(index);
    if (row === undefined) return '';
    const { position } = row;
    const advisorId = fates.advisorIds[column];
    if (advisorId === undefined) {
      const inside = fates.advisorIds.filter((id) => isInside(fates.at(position, id))).length;
      return t('ribbon.row', { position, inside, all: fates.advisorIds.length });
    }
    const state = row.states[advisorId];
    const fate =
      state === 'error'
        ? t('ribbon.state.error')
        : state === 'waiting' || state === 'sending'
          ? t('ribbon.state.waiting')
          : isTrimmed(trims.getState(), row.id, advisorId)
            ? t('ribbon.trimmed')
            : t(`ribbon.fate.${fates.at(position, advisorId)}`);
    return t('ribbon.cell', { position, name: nameOf(column), fate });
  };
  const picked = ({ from, to, column }: Picked): string => {
    if (from === to) return cell(from, column);
    const [first, last] = [rowAt(from)?.position, rowAt(to)?.position];
    return t('ribbon.range', { first, last, name: nameOf(column) });
  };
  const summary = (): string => {
    const boundary = fates.whole
      ? t('ribbon.whole')
      : fates.firstForAll === null
        ? t('ribbon.none')
        : t('ribbon.from', { position: fates.firstForAll });
    return t('ribbon.summary', { turns: fates.visible.length, advisors: fates.advisorIds.length, boundary });
  };
  return { cell, picked, summary };
}
