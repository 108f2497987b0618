import '../../locales/settings';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { loadModels } from '../../commands/advisors';
import { attempt } from '../../commands/refused';
import { configuration, loadSettings, loadSpending, type Section } from '../../commands/settings';
import { account, mayAdminister, runsServer } from '../../model/account';
import { workspace } from '../../model/workspace';
import { About } from './About';
import { Appearance } from './Appearance';
import { Exports } from './Exports';
import { FixedSettings } from './FixedSettings';
import { Imports } from './Imports';
import { Plugins } from './Plugins';
import { Providers } from './Providers';
import { SettingRow } from './SettingRow';
import { Speech } from './Speech';
import { SpendingTable } from './SpendingTable';
import { listSections, PARTS, sectionOf, settingsOf } from './sections';
import { stayAt } from './stayAt';

const WorkspaceKeys = lazy(() => import('../accounts/WorkspaceKeys').then((room) => ({ default: room.WorkspaceKeys })));
const Webhooks = lazy(() => import('../webhooks/Webhooks').then((room) => ({ default: room.Webhooks })));
const Operations = lazy(() => import('../operations/Operations').then((room) => ({ default: room.Operations })));
const Account = lazy(() => import('../accounts/Account').then((room) => ({ default: room.Account })));

/** The page of settings: this browser's first, then the server's with their sources. */
export function Settings() {
  const { t } = useTranslation('settings');
  const list = useStore(configuration, (state) => state.list);
  const me = useStore(account, (state) => state.me);
  const status = useStore(workspace, (state) => state.status);
  const { phase, load } = useLoading();
  useWanted(list.length > 0);
  const fixed = list.filter((setting) => sectionOf(setting) === 'server');
  return (
    <div className="inner settings-page">
      <h1>{t('title')}</h1>
      <nav className="toc" aria-label={t('sections')}>
        {listSections().map((section) => (
          <button key={section} type="button" className="link" onClick={() => show(`section-${section}`)}>
            {t(`section.${section}`)}
          </button>
        ))}
      </nav>
      {me !== null && (
        <Part section="account">
          <Suspense>
            <Account me={me} />
          </Suspense>
        </Part>
      )}
      <Part section="appearance">
        <Appearance />
      </Part>
      <Part section="speech">
        <Speech />
      </Part>
      {phase === 'failed' && (
        <p role="alert">
          {t('failed')}{' '}
          <button type="button" className="link" onClick={load}>
            {t('retry')}
          </button>
        </p>
      )}
      {phase === 'loading' && list.length === 0 && <p role="status">{t('loading')}</p>}
      {list.length > 0 && (
        <>
          <Part section="sending">
            <SendingParts />
          </Part>
          <Part section="spending">
            <Rows section="spending" />
            {mayAdminister(me) && (
              <Suspense>
                <WorkspaceKeys />
              </Suspense>
            )}
            <SpendingTable />
          </Part>
          <Part section="models">
            <Rows section="models" />
            <Providers />
          </Part>
        </>
      )}
      <Part section="imports">
        <Imports />
        <Exports />
      </Part>
      <Part section="webhooks">
        <Suspense>
          <Webhooks />
        </Suspense>
      </Part>
      <Part section="plugins">
        <Plugins />
      </Part>
      {runsServer(me, status) && (
        <Part section="operations">
          <Suspense>
            <Operations />
          </Suspense>
        </Part>
      )}
      {list.length > 0 && (
        <Part section="server">
          <FixedSettings list={fixed} />
        </Part>
      )}
      <Part section="about">
        <About />
      </Part>
    </div>
  );
}

function Part({ section, children }: { section: Section; children: ReactNode }) {
  const { t } = useTranslation('settings');
  return (
    <section className="part" aria-labelledby={`section-${section}`}>
      <h2 id={`section-${section}`} tabIndex={-1}>
        {t(`section.${section}`)}
      </h2>
      <p className="lead">{t(`lead.${section}`)}</p>
      {children}
    </section>
  );
}

/** The long section by subject, each in an order of its own. */
function SendingParts() {
  const { t } = useTranslation('settings');
  const list = useStore(configuration, (state) => state.list);
  return PARTS.map((part) => {
    const settings = settingsOf(part, list);
    return (
      settings.length > 0 && (
        <section key={part.name} className="of" aria-labelledby={`part-${part.name}`}>
          <h3 id={`part-${part.name}`}>{t(`part.${part.name}`)}</h3>
          <ul className="settings">
            {settings.map((setting) => (
              <SettingRow key={setting.name} setting={setting} />
            ))}
          </ul>
        </section>
      )
    );
  });
}

/** What can be changed first, in the order the server tells it. */
function Rows({ section }: { section: Section }) {
  const list = useStore(configuration, (state) => state.list);
  return (
    <ul className="settings">
      {list
        .filter((setting) => sectionOf(setting) === section)
        .map((setting) => (
          <SettingRow key={setting.name} setting={setting} />
        ))}
    </ul>
  );
}

function useLoading() {
  const [phase, setPhase] = useState<'loading' | 'ready' | 'failed'>('loading');
  const load = () => {
    setPhase('loading');
    const all = () => Promise.all([loadSettings(), loadModels(), loadSpending()]);
    void attempt(all).then((went) => setPhase(went ? 'ready' : 'failed'));
  };
  useEffect(load, []);
  return { phase, load };
}

/** Go to the section or the setting somebody asked for, once it is there. */
function useWanted(ready: boolean): void {
  const wanted = useStore(configuration, (state) => state.wanted);
  useEffect(() => {
    if (wanted === null || !ready) return;
    configuration.setState({ wanted: null });
    show(document.getElementById(`setting-${wanted}`) ? `setting-${wanted}` : `section-${wanted}`);
  }, [wanted, ready]);
}

function show(id: string): void {
  const element = document.getElementById(id);
  if (element === null) return;
  stayAt(element);
  const focusable = element.querySelector<HTMLElement>('input, select') ?? element;
  focusable.focus({ preventScroll: true });
}
