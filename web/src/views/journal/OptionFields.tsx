import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  options: readonly string[];
  onOptions: (options: readonly string[]) => void;
  chosen: number | null;
  onChosen: (chosen: number | null) => void;
}

const MOST = 20;

/** The options, each with the mark that it is the one. */
export function OptionFields({ options, onOptions, chosen, onChosen }: Props) {
  const { t } = useTranslation('journal');
  const name = useId();
  const write = (place: number, text: string) => onOptions(options.with(place, text));
  const drop = (place: number) => {
    onOptions(options.toSpliced(place, 1));
    if (chosen !== null) onChosen(chosen === place ? null : chosen > place ? chosen - 1 : chosen);
  };
  return (
    <fieldset className="options">
      <legend>{t('form.options')}</legend>
      <p className="help">{t('form.optionsHelp')}</p>
      {options.map((each, place) => {
        const number = place + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place; two may have the same words for a while.
          <div key={place} className={chosen === place ? 'optionrow taken' : 'optionrow'}>
            <input
              type="radio"
              name={name}
              aria-label={t('form.choose', { number })}
              checked={chosen === place}
              onChange={() => onChosen(place)}
            />
            <input
              className="input"
              dir="auto"
              aria-label={t('form.option', { number })}
              placeholder={t('form.option', { number })}
              maxLength={1_000}
              value={each}
              onChange={(event) => write(place, event.target.value)}
            />
            {options.length > 1 && (
              <button
                type="button"
                className="btn sm quiet"
                aria-label={t('form.dropOption', { number })}
                onClick={() => drop(place)}
              >
                ×
              </button>
            )}
          </div>
        );
      })}
      {options.length < MOST && (
        <button type="button" className="btn sm" onClick={() => onOptions([...options, ''])}>
          {t('form.addOption')}
        </button>
      )}
    </fieldset>
  );
}
