import '../../locales/keys';
import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeOverlay, flipOverlay } from '../../commands/keys/palette';
import { startTour } from '../../commands/tour';
import { Dialog } from '../parts/Floating';
import { FilterHelp } from './FilterHelp';
import { HowItWorks, OurWords } from './HowItWorks';
import { KeyTable } from './KeyTable';

const TABS = ['keys', 'filter', 'how', 'words'] as const;

/** F1: every key, the filter language, what happens to a message, and our own words. */
export function Help() {
  const { t } = useTranslation('keys');
  const [tab, setTab] = useState<(typeof TABS)[number]>('keys');
  return (
    <Dialog open onClose={closeOverlay} title={t('help.title')} kind="wide" className="help keys-help">
      <Tabs.Root value={tab} onValueChange={(now) => setTab(now as typeof tab)}>
        <div className="bar">
          <Tabs.List className="tablist" aria-label={t('help.tabs')}>
            {TABS.map((each) => (
              <Tabs.Tab key={each} value={each} className="btn quiet">
                {t(`help.${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <button type="button" className="btn sm" onClick={startTour}>
            {t('title.tour')}
          </button>
          <button type="button" className="btn sm" onClick={() => flipOverlay('keys')}>
            {t('help.change')}
          </button>
          <button type="button" className="btn sm" onClick={closeOverlay}>
            {t('help.close')} <kbd>Esc</kbd>
          </button>
        </div>
        <Tabs.Panel value="keys" className="panel">
          <KeyTable />
        </Tabs.Panel>
        <Tabs.Panel value="filter" className="panel">
          <FilterHelp />
        </Tabs.Panel>
        <Tabs.Panel value="how" className="panel">
          <HowItWorks />
        </Tabs.Panel>
        <Tabs.Panel value="words" className="panel">
          <OurWords />
        </Tabs.Panel>
      </Tabs.Root>
    </Dialog>
  );
}
