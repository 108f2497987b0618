import { useTranslation } from 'react-i18next';
import type { Advisor } from '../../model/workspace';
import { Monogram } from '../parts/Monogram';

interface Props {
  id: string;
  voices: readonly Advisor[];
  at: number;
  onChoose: (voice: Advisor) => void;
}

export const optionId = (listId: string, at: number) => `${listId}-${at}`;

/** Who `@` may mean. The keys stay with the text; it names the option that is on. */
export function MentionList({ id, voices, at, onChoose }: Props) {
  const { t } = useTranslation('composer');
  return (
    <div id={id} role="listbox" aria-label={t('mention')} className="menu mentions" tabIndex={-1}>
      {voices.map((voice, index) => (
        <div
          key={voice.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === at}
          tabIndex={-1}
          data-highlighted={index === at ? '' : undefined}
          // The text keeps the focus: a click would take it away first.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(voice);
          }}
        >
          <Monogram name={voice.name} colour={voice.colour} small />
          <span>{voice.name}</span>
        </div>
      ))}
    </div>
  );
}
