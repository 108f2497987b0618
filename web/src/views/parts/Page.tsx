import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Route } from '../../model/route';
import { RouteLink } from './RouteLink';

interface PageProps {
  title: string;
  lead: string;
  /** Buttons beside the title. */
  deeds?: ReactNode;
  list: ReactNode;
  /** The form at the right; null shows the list alone where there is room for one only. */
  children: ReactNode;
  chosen: boolean;
  home: Route;
}

/** A page of the library: a list at the left, what is chosen of it at the right. */
export function Page({ title, lead, deeds, list, children, chosen, home }: PageProps) {
  const { t } = useTranslation('library');
  return (
    <div className={chosen ? 'shelf chosen' : 'shelf'}>
      <header>
        <h1>{title}</h1>
        <div className="deeds">{deeds}</div>
        <p>{lead}</p>
      </header>
      <div className="pick">{list}</div>
      <div className="form">
        {chosen && (
          <RouteLink className="link up" to={home}>
            {t('back')}
          </RouteLink>
        )}
        {children}
      </div>
    </div>
  );
}

/** A page of the library without a choice: one list under its title. */
export function SinglePage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="shelf single">
      <header>
        <h1>{title}</h1>
        <p>{lead}</p>
      </header>
      {children}
    </div>
  );
}

interface FormEndProps {
  problem: string | null;
  changed: boolean;
  busy: boolean;
  isNew: boolean;
  blocked?: boolean;
  onDrop: () => void;
  children?: ReactNode;
}

/** Save, discard, and what went wrong. */
export function FormEnd({ problem, changed, busy, isNew, blocked = false, onDrop, children }: FormEndProps) {
  const { t } = useTranslation('library');
  return (
    <div className="end">
      {problem && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <div className="acts">
        <button type="submit" className="btn primary" disabled={busy || blocked || (!changed && !isNew)}>
          {isNew ? t('create') : t('save')}
        </button>
        {changed && (
          <button type="button" className="btn quiet" onClick={onDrop}>
            {t('discard')}
          </button>
        )}
        <span className="apart">{children}</span>
      </div>
      {changed && <p className="help">{t('keptHere')}</p>}
    </div>
  );
}
