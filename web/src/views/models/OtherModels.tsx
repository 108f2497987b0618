import { useTranslation } from 'react-i18next';
import { dropModels, openModels } from '../../commands/otherModels';
import { nameOfModel } from '../../model/picking';
import type { Advisor } from '../../model/workspace';
import { joinWords } from '../parts/format';
import { useDraft } from '../parts/store';

/** Which models this one message goes to instead of the usual ones, and the way back. */
export function OtherModels({ asked }: { asked: readonly Advisor[] }) {
  const { t } = useTranslation('models');
  const { models } = useDraft();
  const everybody = models[''];
  const single = asked.flatMap(({ id, name }) =>
    models[id] ? [t('lineFor', { name, model: nameOfModel(models[id]) })] : [],
  );
  if (everybody === undefined && single.length === 0) return null;
  return (
    <p className="note" role="status">
      <span dir="auto">
        {t('line', { models: joinWords([...(everybody ? [nameOfModel(everybody)] : []), ...single]) })}
      </span>
      <button type="button" className="link" onClick={() => openModels(null)}>
        {t('change')}
      </button>
      <button type="button" className="link" onClick={dropModels}>
        {t('asUsual')}
      </button>
    </p>
  );
}
