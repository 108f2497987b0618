import { useTranslation } from 'react-i18next';
import { checkModel } from '../../commands/map';
import { tenths } from '../../model/map';
import type { Synthesis } from '../../model/synthesis';
import { formatNumber } from '../parts/format';

/** One line below the text: whether a model has held its sentences to their sources, and how well it does that. */
export function HeldNote({ synthesis }: { synthesis: Synthesis }) {
  const { t } = useTranslation('synthesis');
  const { analysis, check, is_held: isHeld, is_rehearsal: isRehearsal, written_id: writtenId } = synthesis;
  const sourced = synthesis.paragraphs.flatMap((each) => each.sentences).filter((each) => !each.own);
  // The newest reading may be another one than that of this text.
  const model = check?.model ?? (analysis?.id === writtenId ? analysis?.model : undefined);
  if (sourced.length === 0 || model === undefined) return null;
  if (isHeld) {
    const some = formatNumber(sourced.filter((each) => each.support !== null).length);
    return (
      <p className="held-note help">
        {t('held.read', { model, some, all: formatNumber(sourced.length) })}{' '}
        {isRehearsal
          ? t('held.rehearsal')
          : check && t('held.figures', { caught: tenths(check.caught), wrongly: tenths(1 - check.spared) })}
      </p>
    );
  }
  return (
    <p className="held-note help">
      {t('held.not')} {t(check ? 'held.failed' : 'held.never', { model })}{' '}
      {!check && (
        <button type="button" className="link" onClick={() => void checkModel(model, 'synthesis:held.checking')}>
          {t('held.check')}
        </button>
      )}
    </p>
  );
}
