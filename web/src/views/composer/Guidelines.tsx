import { useTranslation } from 'react-i18next';
import { changeDraft } from '../../model/draft';
import { useConversation, useDraft, usePreview } from '../parts/store';

/** The files that stand in every system prompt, each to be left out of this send. */
export function Guidelines({ id }: { id: string | null }) {
  const { t } = useTranslation('documents');
  const { omit } = useDraft();
  const here = useConversation((state) => state.id);
  const guidelines =
    usePreview((state) => (state.conversationId === here ? state.latest?.guidelines : undefined)) ?? [];
  if (guidelines.length === 0) return null;
  const flip = (name: string) =>
    changeDraft(id, { omit: omit.includes(name) ? omit.filter((each) => each !== name) : [...omit, name] });
  return (
    <ul className="chips" aria-label={t('guidelines.lead')}>
      <li className="lead" aria-hidden="true">
        {t('guidelines.lead')}
      </li>
      {guidelines.map((each) => {
        const name = `/guideline:${each.id}`;
        const off = omit.includes(name);
        return (
          <li key={each.id}>
            <button
              type="button"
              className={off ? 'chip offed' : 'chip'}
              aria-pressed={!off}
              title={t('kind.guidelineHelp')}
              onClick={() => flip(name)}
            >
              <bdi>{each.name}</bdi> <span className="vh">{t(off ? 'guidelines.off' : 'guidelines.on')}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
