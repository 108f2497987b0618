import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { on } from '../../model/signals';
import { isComposing } from '../parts/composing';

interface Props {
  words: string;
  onChange: (words: string) => void;
  input: RefObject<HTMLInputElement | null>;
}

export function SearchBox({ words, onChange, input }: Props) {
  const { t } = useTranslation('library');
  useEffect(() => on('focusSearch', () => input.current?.focus()), [input]);
  const act = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape' && words !== '') {
      event.stopPropagation();
      onChange('');
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      const row = event.currentTarget.closest('[data-library]')?.querySelector<HTMLElement>('[data-row]');
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Enter' && words.trim() !== '') row?.click();
      else row?.focus();
    }
  };
  return (
    <div className="find" data-part="search">
      <input
        ref={input}
        type="search"
        className="input"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        maxLength={200}
        value={words}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={act}
      />
      {words === '' ? (
        <span className="key" aria-hidden="true">
          <kbd>/</kbd>
        </span>
      ) : (
        <button
          type="button"
          className="clear"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          {t('search.clear')}
        </button>
      )}
    </div>
  );
}
