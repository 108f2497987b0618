import { useTranslation } from 'react-i18next';
import type { Panel } from '../../model/workspace';
import { useWorkspace } from '../parts/store';

interface Props {
  isSeated: (panel: Panel) => boolean;
  onSeat: (panel: Panel, seated: boolean) => void;
}

/** On which panels an advisor sits, a tick for each. */
export function PanelTicks({ isSeated, onSeat }: Props) {
  const { t } = useTranslation('library');
  const panels = useWorkspace((state) => state.panels);
  return (
    <fieldset className="allowance">
      <legend>{t('advisors.seats')}</legend>
      {panels.map((panel) => (
        <label key={panel.id} className="check">
          <input type="checkbox" checked={isSeated(panel)} onChange={(event) => onSeat(panel, event.target.checked)} />
          <bdi>{panel.name}</bdi>
        </label>
      ))}
      <p className="help">{t('advisors.seatsHelp')}</p>
    </fieldset>
  );
}
