import type { TFunction } from 'i18next';
import type { Run } from '../../model/rounds';
import { formatMoney } from '../parts/format';

/** Why a run has ended, in one sentence. */
export function explainEnd(t: TFunction<'rounds'>, run: Run): string {
  switch (run.reason) {
    case 'ceiling': {
      const { forecast } = run.facts as { forecast?: number };
      return t('end.ceiling', { forecast: formatMoney(forecast ?? 0) });
    }
    case 'refused': {
      const { message } = run.facts as { message?: string };
      return t('end.refused', { message: message ?? '' });
    }
    case null:
      return '';
    default:
      return t(`end.${run.reason}`);
  }
}
