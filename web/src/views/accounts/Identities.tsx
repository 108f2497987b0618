import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  findLinkable,
  type Identity,
  identities,
  linkIdentity,
  loadIdentities,
  nameIdentity,
  unlinkIdentity,
} from '../../commands/identities';
import { refusalOf } from '../../commands/refused';
import { Confirm } from '../parts/Confirm';
import { formatMoment, formatWhen, joinWords } from '../parts/format';
import { Trouble } from './Trouble';
import { useDeed } from './useDeed';

/** Who else says who one is. Where nobody can be linked and nobody is, there is nothing to see. */
export function Identities() {
  const { t } = useTranslation('accounts');
  const { items, ways } = useStore(identities);
  const { unread, load } = useLoading();
  const { run, busy, trouble } = useDeed();
  const heading = useRef<HTMLHeadingElement>(null);
  if (items?.length === 0 && ways.length === 0) return null;
  const unlink = async (identity: Identity) => {
    // The button that was pressed goes with its row.
    if (await run(() => unlinkIdentity(identity))) heading.current?.focus();
  };
  return (
    <section aria-labelledby="account-identities">
      <h3 id="account-identities" ref={heading} tabIndex={-1}>
        {t('identities.title')}
      </h3>
      <p className="about">{t('identities.lead')}</p>
      {unread && (
        <p className="trouble" role="alert">
          {t('identities.unread')}{' '}
          <button type="button" className="link" onClick={load}>
            {t('identities.again')}
          </button>
        </p>
      )}
      {items === null && !unread && <p role="status">{t('loading')}</p>}
      {items?.length === 0 && <p>{t('identities.none')}</p>}
      <ul className="mine">
        {items?.map((each) => (
          <IdentityRow key={each.id} identity={each} busy={busy} onUnlink={() => void unlink(each)} />
        ))}
      </ul>
      <Trouble words={trouble} />
      {items !== null && <Linkable busy={busy} onLink={(provider) => void run(() => linkIdentity(provider))} />}
    </section>
  );
}

function Linkable({ busy, onLink }: { busy: boolean; onLink: (provider: string) => void }) {
  const { t } = useTranslation('accounts');
  const linkable = findLinkable(useStore(identities));
  if (linkable.length === 0) return null;
  return (
    <p className="acts">
      {linkable.map(({ name, title }) => (
        <button key={name} type="button" className="btn" disabled={busy} onClick={() => onLink(name)}>
          {t('identities.link', { title })}
        </button>
      ))}
      <small>{t('identities.linkHelp')}</small>
    </p>
  );
}

interface RowProps {
  identity: Identity;
  busy: boolean;
  onUnlink: () => void;
}

function IdentityRow({ identity, busy, onUnlink }: RowProps) {
  const { t } = useTranslation('accounts');
  const ways = useStore(identities, (state) => state.ways);
  const title = nameIdentity(identity, ways);
  return (
    <li>
      <div>
        <b dir="auto">{title}</b> <code dir="ltr">{identity.subject}</code>
        <p title={formatMoment(identity.last_seen_at)}>
          {joinWords([
            ...(identity.provider === null ? [t('identities.gone')] : []),
            t('identities.linked', { when: formatWhen(identity.created_at) }),
            t('identities.used', { when: formatWhen(identity.last_seen_at) }),
          ])}
        </p>
      </div>
      <Confirm
        word={t('identities.unlink', { title })}
        question={t('identities.sure', { title })}
        onYes={onUnlink}
        disabled={busy}
      />
    </li>
  );
}

/** Read once the part is there, and again when that failed and somebody asks for it. */
function useLoading() {
  const [unread, setUnread] = useState(false);
  const load = async () => setUnread((await refusalOf(loadIdentities)) !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once.
  useEffect(() => void load(), []);
  return { unread, load: () => void load() };
}
