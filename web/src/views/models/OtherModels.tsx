import { useTranslation } from 'react-i18next';
import { dropModels, openModels } from '../../commands/otherModels';
import { nameOfModel, newestModel } from '../../model/picking';
import type { Advisor } from '../../model/workspace';
import { joinWords } from '../parts/format';
import { useDraft, usePreview } from '../parts/store';

/** Which models this message goes to instead of the usual ones, for how long, and the way back. */
export function OtherModels({ asked }: { asked: readonly Advisor[] }) {
  const { t } = useTranslation('models');
  const { models } = useDraft();
  const newest = usePreview(newestModel);
  const everybody = models[''];
  const single = asked.flatMap(({ id, name }) =>
    models[id] ? [t('lineFor', { name, model: nameOfModel(models[id]) })] : [],
  );
  const said = [
    everybody ? t('stays', { model: nameOfModel(everybody) }) : '',
    everybody === undefined && newest !== null ? t('kept', { model: nameOfModel(newest) }) : '',
    single.length > 0 ? t('line', { models: joinWords(single) }) : '',
  ].filter((each) => each !== '');
  if (said.length === 0) return null;
  return (
    <p className="note" role="status">
      <span dir="auto">{said.join(' ')}</span>
      <button type="button" className="link" onClick={() => openModels(null)}>
        {t('change')}
      </button>
      <button type="button" className="link" onClick={dropModels}>
        {t('asUsual')}
      </button>
    </p>
  );
}
