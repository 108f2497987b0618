import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  word: string;
  question: string;
  onYes: () => void;
  disabled?: boolean;
}

/** A deed that cannot be taken back asks in its own place. */
export function Confirm({ word, question, onYes, disabled = false }: Props) {
  const { t } = useTranslation('library');
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <button type="button" className="btn danger" disabled={disabled} onClick={() => setAsking(true)}>
        {word}
      </button>
    );
  }
  return (
    <fieldset className="confirm" aria-label={question}>
      <span>{question}</span>
      <button
        type="button"
        className="btn danger"
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed has made way for this one.
        autoFocus
        onClick={() => {
          setAsking(false);
          onYes();
        }}
      >
        {word}
      </button>
      <button type="button" className="btn quiet" onClick={() => setAsking(false)}>
        {t('cancel')}
      </button>
    </fieldset>
  );
}
