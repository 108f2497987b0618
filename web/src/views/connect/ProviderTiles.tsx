import { useTranslation } from 'react-i18next';
import { titleOf } from '../../commands/connections';

export const ANOTHER = 'another';
const CHOICES = ['openrouter', 'openai', 'anthropic', 'google', 'mistral', 'groq', 'deepseek', 'xai', ANOTHER] as const;

/** Whom to connect: the ones the server knows the address of, and any other. */
export function ProviderTiles({ chosen, onChoose }: { chosen: string; onChoose: (name: string) => void }) {
  const { t } = useTranslation('composer');
  return (
    <fieldset className="tiles">
      <legend className="vh">{t('provider.who')}</legend>
      {CHOICES.map((name) => (
        <label key={name} className={name === chosen ? 'tile on' : 'tile'}>
          <input
            type="radio"
            name="provider"
            value={name}
            checked={name === chosen}
            className="vh"
            onChange={() => onChoose(name)}
          />
          <b>{name === ANOTHER ? t('provider.another') : titleOf(name)}</b>
          <span>{t(`provider.about.${name}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
