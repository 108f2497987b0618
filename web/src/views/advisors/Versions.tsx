import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readVersions, restoreVersion } from '../../commands/advisors';
import { refusalOf } from '../../commands/refused';
import { editOf } from '../../model/advisorEdit';
import type { Advisor } from '../../model/workspace';
import { formatMoment } from '../parts/format';
import { Difference } from './Difference';

/** Everything an advisor ever was, each against what it is now. */
export function Versions({ advisor }: { advisor: Advisor }) {
  const { t } = useTranslation('library');
  const [versions, setVersions] = useState<readonly Advisor[]>([]);
  const [open, setOpen] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { id, version } = advisor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version makes the list longer.
  useEffect(() => {
    let stale = false;
    void refusalOf(async () => {
      const all = await readVersions(id);
      if (!stale) setVersions(all);
    }).then(setProblem);
    setOpen(null);
    return () => {
      stale = true;
    };
  }, [id, version]);
  return (
    <section className="versions">
      <h2>{t('versions.title')}</h2>
      {problem && <p className="wrong">{problem}</p>}
      <ol>
        {versions.map((each) => (
          <li key={each.version}>
            <button
              type="button"
              className="row"
              aria-expanded={each.version === version ? undefined : open === each.version}
              disabled={each.version === version}
              onClick={() => setOpen(open === each.version ? null : each.version)}
            >
              <span className="num">{t('versions.one', { version: each.version })}</span>
              <span className="n">
                {each.version === version ? t('versions.current') : formatMoment(each.created_at)}
              </span>
            </button>
            {open === each.version && (
              <div className="old">
                <p className="help">{t('versions.against', { version: each.version, now: version })}</p>
                <Difference before={editOf(each)} after={editOf(advisor)} />
                <button
                  type="button"
                  className="btn sm"
                  onClick={() => void refusalOf(() => restoreVersion(id, each.version)).then(setProblem)}
                >
                  {t('versions.restore')}
                </button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
