import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lookAround, type Tested, titleOf } from '../../commands/connections';
import { joinWords } from '../parts/format';

const SHOWN = 4;

/** Model servers that run on this machine and are not used yet; nothing when there are none. */
export function LocalServers({ busy, onUse }: { busy: boolean; onUse: (tested: Tested) => void }) {
  const { t } = useTranslation('composer');
  const [found, setFound] = useState<readonly Tested[]>([]);
  useEffect(() => {
    lookAround().then(setFound, () => setFound([]));
  }, []);
  return found.map((each) => (
    <div key={each.base_url} className="local">
      <div>
        <b>{t('provider.runs', { name: titleOf(each.name) })}</b>
        <p>
          <span dir="ltr">{joinWords(each.models.slice(0, SHOWN))}</span>. {t('provider.stays')}
        </p>
      </div>
      <button type="button" className="btn" disabled={busy} onClick={() => onUse(each)}>
        {t('provider.useLocal', { name: titleOf(each.name) })}
      </button>
    </div>
  ));
}
